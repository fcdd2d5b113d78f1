import { isWithin, type Region, regionTree } from './index.ts'

/*
 * Regions by the names that people write. Apart from the tree, because only the service reads them.
 */

/** Names that cities no longer have. */
const formerNames: Readonly<Record<string, string>> = {
  襄樊: '420600',
  思茅: '530800',
  大庸: '430800',
  淮阴: '320800',
  锦西: '211400',
  浑江: '220600',
  荆沙: '421000',
  零陵: '431100',
  达县: '511700',
  万县: '500101',
  哲里木盟: '150500',
  昭乌达盟: '150400',
  伊克昭盟: '150600',
  徽州地区: '341000',
  路南: '530126',
  中甸: '533401',
  通什: '469001',
}

/** The peoples in the names of autonomous regions, prefectures, counties and banners. */
const peoples =
  '(?:各族|(?:蒙古|维吾尔|布依|朝鲜|土家|哈尼|哈萨克|傈僳|高山|拉祜|东乡|纳西|景颇|柯尔克孜|达斡尔|仫佬|布朗|撒拉|毛南|仡佬|锡伯|阿昌|普米|塔吉克|乌孜别克|俄罗斯|鄂温克|德昂|保安|裕固|塔塔尔|独龙|鄂伦春|赫哲|门巴|珞巴|基诺)族?|[回藏苗彝壮满侗瑶白傣黎佤畲水土羌怒京]族)'
const ofPeoples = new RegExp(`${peoples}*自治(?:区|州|县|旗)$`)
const suffix = /(?:特别行政区|地区|新区|林区|矿区|[省市盟区县旗])$/

/** The shorter names of a region: `恩施土家族苗族自治州` → `恩施`, `恩施州`. */
function shortNames(name: string): string[] {
  const bare = [name.replace(ofPeoples, ''), name.replace(/自治(?:区|州|县|旗)$/, '')]
  const all = name.includes('自治') ? bare : [name.replace(suffix, '')]
  if (name.endsWith('自治州')) all.push(`${bare[0]}州`)
  return all.filter((each) => each.length > 1 && each !== name)
}

/** How well a name fits a region: the whole name first, then the short name of a larger region. Of `朝阳`, the city is meant. */
type Rank = 0 | 1 | 2 | 3 | 4 | 5

interface Named {
  code: string
  rank: Rank
}

let byName: Map<string, Named[]> | undefined

function names(): Map<string, Named[]> {
  const known = new Map<string, Named[]>()
  const add = (name: string, code: string, rank: Rank) => {
    const all = known.get(name)
    if (!all) known.set(name, [{ code, rank }])
    else if (!all.some((each) => each.code === code)) all.push({ code, rank })
  }
  const walk = ({ id, name, children = [] }: Region) => {
    add(name, id, 0)
    for (const short of shortNames(name)) add(short, id, rankOf(id, name))
    children.forEach(walk)
  }
  regionTree().forEach(walk)
  for (const [name, code] of Object.entries(formerNames)) {
    add(name, code, 5)
    add(`${name}市`, code, 5)
  }
  return known
}

/** `吉林` is the city before the province, `海南` the province before the prefecture, `恩施` the prefecture before its city. */
function rankOf(code: string, name: string): Rank {
  if (code.endsWith('0000')) return 2
  if (!code.endsWith('00')) return name.endsWith('市') ? 4 : 5
  return name.endsWith('市') ? 1 : 3
}

/** What a text names: one region by its code, `none`, or `several`. */
export type Place = { code: string } | 'none' | 'several'

/**
 * Reads the name of a region, with or without the larger ones before it and the endings of their names: `广东深圳`, `北京市朝阳区`, `恩施`,
 * `内蒙古 呼和浩特`, `襄樊`. It is a city if a city and a district have the name.
 */
export function findPlace(text: string): Place {
  byName ??= names()
  const typed = text.replace(/[\s,，、/·-]/g, '').replace(/(?<=.)市辖区$/, '')
  if (typed.length === 0 || typed.length > longest) return 'none'
  const found = best(read(typed, byName))
  const [only, second] = found
  if (!only) return 'none'
  return second === undefined ? { code: only } : 'several'
}

/** The longest names of a province, a city and a district have 45 characters together. */
const longest = 50

/** All readings of a text; of a part that is a name itself, no others. */
function read(text: string, known: ReadonlyMap<string, Named[]>): Named[] {
  const whole = known.get(text)
  if (whole) return whole
  for (let end = text.length - 2; end >= 2; end--) {
    const larger = known.get(text.slice(0, end))
    if (!larger) continue
    const inside = read(text.slice(end), known).filter(({ code }) =>
      larger.some((each) => isWithin(code, each.code)),
    )
    if (inside.length > 0) return inside
  }
  return []
}

/** The codes of the best rank. If one of them holds the others, it is meant; of a municipality and its only city, the city. */
function best(found: readonly Named[]): string[] {
  const least = Math.min(...found.map(({ rank }) => rank))
  const codes = found.filter(({ rank }) => rank === least).map(({ code }) => code)
  const holding = codes.filter((code) => codes.every((other) => isWithin(other, code)))
  return holding.length > 0 ? holding.slice(-1) : codes
}
