import { cityWords } from '@kabao/contract/kernel/city.words'
import { useCallback, useEffect, useState } from 'react'
import { useWords } from '../words/words.ts'
import type { Cities } from './cities.ts'

type Module = typeof import('./cities.ts')

let loaded: Module | undefined
const load = async () => {
  loaded = await import('./cities.ts')
  return loaded
}

/**
 * Says cities in a few words, and what no city means: the whole country, or all that can be chosen. Until the names have arrived, it
 * says only how many there are.
 */
export function useCitiesText(): (codes: Cities, within?: Cities) => string {
  const words = useWords(cityWords)
  const [names, setNames] = useState<Module | undefined>(loaded)
  useEffect(() => {
    let isShown = true
    if (!names) void load().then((module) => isShown && setNames(module))
    return () => {
      isShown = false
    }
  }, [names])
  return useCallback(
    (codes, within = []) => {
      if (names) return names.citiesText(codes, words, within)
      if (codes.length > 0) return words.t('count', { count: codes.length })
      return within.length === 0 ? words.t('whole') : words.t('wholeWithin', { count: within.length })
    },
    [names, words],
  )
}

/** Cities in a few words. */
export const CitiesText = ({ codes, within = [] }: { codes: Cities; within?: Cities | undefined }) =>
  useCitiesText()(codes, within)
