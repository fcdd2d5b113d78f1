import { expect, test } from 'vitest'
import { isRegionCode, regionName, regionPath, regionPrefix, regionTree } from './index.ts'

test('every region is in the tree once, below its parent', () => {
  const tree = regionTree()
  expect(tree).toHaveLength(34)
  const seen = new Set<string>()
  const walk = (regions: ReturnType<typeof regionTree>, pid: string | null) => {
    for (const region of regions) {
      expect(region.pid).toBe(pid)
      expect(seen.has(region.id)).toBe(false)
      seen.add(region.id)
      walk(region.children ?? [], region.id)
    }
  }
  walk(tree, null)
  expect(seen.size).toBeGreaterThan(3800)
})

test.each([
  ['440000', '广东省', '44'],
  ['440300', '广东省 深圳市', '4403'],
  ['440305', '广东省 深圳市 南山区', '440305'],
  ['110105', '北京市 朝阳区', '110105'],
  ['500000', '重庆市', '50'],
])('%s is %s', (code, name, prefix) => {
  expect(isRegionCode(code)).toBe(true)
  expect(regionName(code)).toBe(name)
  expect(regionPrefix(code)).toBe(prefix)
})

test('an unknown code is returned unchanged', () => {
  expect([isRegionCode('999999'), regionName('999999'), regionPath('999999')]).toEqual([false, '999999', []])
})
