import { inLanguage } from '@kabao/contract/kernel/language'
import type { Machine, State, StateOf, StateTone } from '@kabao/contract/kernel/machine'
import { Badge } from '../controls/badge.ts'
import { useLanguage } from '../words/words.ts'

const colors: Record<StateTone, string> = {
  waiting: 'orange',
  active: 'arcoblue',
  good: 'green',
  bad: 'red',
  over: 'gray',
}

/** The state of a row in a word, in the color of its meaning. */
export function StateBadge<M extends Machine>({ of, state }: { of: M; state: StateOf<M> }) {
  const language = useLanguage()
  const { words, tone } = of.states[state] as State
  return <Badge color={colors[tone]}>{inLanguage(words, language)}</Badge>
}
