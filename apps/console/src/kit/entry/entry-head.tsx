import type { WordList } from '@kabao/contract/kernel/language'
import type { ActOf, Machine, StateOf } from '@kabao/contract/kernel/machine'
import type { ReactNode } from 'react'
import { Button } from '../controls/button.ts'
import { DetailHead } from '../detail/detail-head.tsx'
import { ActButtons } from '../machine/act-buttons.tsx'
import { StateBadge } from '../machine/state-badge.tsx'
import { type Acts, actIn, useActs } from '../machine/use-acts.ts'
import { useSetApart } from '../page/set-apart.ts'
import { Can } from '../session/permission.tsx'
import { useWords } from '../words/words.ts'
import classes from './entry.module.css'
import type { EntryCalls, EntryList, EntryTree, RowOfCalls, Say } from './entry.ts'
import type { EntryPanelProps } from './entry-panel.tsx'

interface EntryHeadProps<M extends Machine, C extends EntryCalls<M>>
  extends Omit<EntryPanelProps<RowOfCalls<C>>, 'panel'> {
  of: EntryList<M, C>
  entry: RowOfCalls<C>
  words: WordList<string, EntryTree>
  /** Whether the entry can be edited in its state. Default: yes. */
  isEditable?: boolean
  /** Opens the form of an act that needs input. Without it, the entry's machine has no such act. */
  onAsk?: (act: string) => void
  /** The next thing to do with it, before all others. */
  first?: ReactNode
  /** What stands beside the name. */
  actions?: ReactNode
  /** Further buttons. */
  children?: ReactNode
}

/** The acts, of which those that need input open their form. */
const asking = <M extends Machine>(acts: Acts<M>, onAsk: (act: string) => void): Acts<M> => ({
  ...acts,
  run: async (name, input) => (actIn(acts.machine, name).asks ? onAsk(name) : acts.run(name, input)),
})

/** The acts as plain buttons, because another one is the first. */
const besideFirst = <M extends Machine>({ names }: Acts<M>) =>
  Object.fromEntries(names.map((name) => [name, { variant: 'default' }])) as {
    [A in ActOf<M>]?: { variant: 'default' }
  }

/** The name and the state of an entry, and a button for everything that can be done with it. */
export function EntryHead<M extends Machine, C extends EntryCalls<M>>({
  of: { machine, calls },
  entry,
  words,
  isEditable = true,
  onAsk,
  first,
  onEdit,
  onCopy,
  actions,
  children,
}: EntryHeadProps<M, C>) {
  const say = useWords(words).t as Say
  const acts = useActs(machine, calls, entry)
  useSetApart('record', entry.name)
  return (
    <>
      <DetailHead name={entry.name} actions={actions}>
        <StateBadge of={machine} state={entry.status as StateOf<M>} />
      </DetailHead>
      <div className={classes.buttons}>
        {first}
        <ActButtons
          acts={onAsk ? asking(acts, onAsk) : acts}
          {...(first && { special: besideFirst(acts) })}
        />
        {isEditable && (
          <Can use={calls.update}>
            <Button variant="default" onClick={() => onEdit(entry)}>
              {say('action.edit')}
            </Button>
          </Can>
        )}
        <Can use={calls.create}>
          <Button variant="default" onClick={() => onCopy(entry)}>
            {say('action.copy')}
          </Button>
        </Can>
        {children}
      </div>
    </>
  )
}
