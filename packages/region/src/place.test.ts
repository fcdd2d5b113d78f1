import { expect, test } from 'vitest'
import { type Region, regionName, regionTree } from './index.ts'
import { findPlace } from './place.ts'

const found = (text: string): string => {
  const place = findPlace(text)
  return typeof place === 'string' ? place : place.code
}

test.each([
  ['深圳', '440300'],
  ['深圳市南山区', '440305'],
  ['广东深圳', '440300'],
  ['广东省 / 深圳市 / 南山区', '440305'],
  ['北京市朝阳区', '110105'],
  ['北京朝阳', '110105'],
  ['北京市北京市朝阳区', '110105'],
  ['北京', '110100'],
  ['朝阳', '211300'],
  ['恩施', '422800'],
  ['恩施州', '422800'],
  ['恩施市', '422801'],
  ['仙桃', '429004'],
  ['湖北省仙桃市', '429004'],
  ['神农架', '429021'],
  ['石河子', '659001'],
  ['儋州', '460400'],
  ['香港', '810000'],
  ['澳门', '820000'],
  ['内蒙古呼和浩特', '150100'],
  ['内蒙古', '150000'],
  ['广西南宁', '450100'],
  ['大兴安岭', '232700'],
  ['伊犁', '654000'],
  ['重庆市云阳县', '500235'],
  ['石家庄市市辖区', '130100'],
  ['吉林', '220200'],
  ['吉林省', '220000'],
  ['海南', '460000'],
  ['海南州', '632500'],
  ['襄樊', '420600'],
  ['湖北襄樊市', '420600'],
  ['莱芜', '370116'],
  ['鼓楼区', 'several'],
  ['南京鼓楼', '320106'],
  ['朝阳区', 'several'],
  ['广东朝阳', 'none'],
  ['火星', 'none'],
  ['市', 'none'],
  ['', 'none'],
  ['深圳'.repeat(1_000), 'none'],
])('%s is %s', (text, code) => expect(found(text)).toBe(code))

test('every region is found by its whole name with those of the larger ones', () => {
  const others: string[] = []
  const walk = (region: Region, larger: string) => {
    const name = larger + region.name
    const code = found(name)
    if (code !== region.id && regionName(code) !== regionName(region.id)) others.push(name)
    for (const child of region.children ?? []) walk(child, name)
  }
  for (const province of regionTree()) walk(province, '')
  // Two of its districts have this name, and Jiayuguan is a city without districts.
  expect(others).toEqual(['河北省秦皇岛市经济技术开发区', '甘肃省嘉峪关市市辖区'])
})
