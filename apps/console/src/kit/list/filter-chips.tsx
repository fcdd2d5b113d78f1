import { choiceWords } from '@kabao/contract/kernel/choice.words'
import { listWords } from '@kabao/contract/kernel/list.words'
import { useQuery } from '@tanstack/react-query'
import { lazy, type MouseEvent, Suspense } from 'react'
import { type ChoiceSearch, choicesQuery, choiceText } from '../choice/choices-query.ts'
import { daysOf } from '../form/business-time.ts'
import { RegionField } from '../form/region-field.tsx'
import { IconX } from '../icons.ts'
import { useSetApart } from '../page/set-apart.ts'
import { useWords } from '../words/words.ts'
import type { Query } from './address.ts'
import classes from './filter.module.css'
import { type FieldElement, namesOf } from './filter-fields.ts'

const RegionName = lazy(() => import('../form/region-name.tsx'))

interface ChipsProps {
  /** The inputs whose filters are set. */
  fields: readonly FieldElement[]
  applied: Query
  set: (values: Query) => void
  clear: () => void
}

/** The filters that are set, each with a button that removes it at once, and a button that removes all. */
export default function FilterChips({ fields, applied, set, clear }: ChipsProps) {
  const { t } = useWords(listWords)
  const remove = (field: FieldElement) => (event: MouseEvent<HTMLElement>) => {
    keepFocus(event)
    set(Object.fromEntries(namesOf(field).map((name) => [name, undefined])))
  }
  return (
    <div className={classes.chips}>
      <ul aria-label={t('filters')}>
        {fields.map((field) => (
          <li key={field.props.name} className={classes.chip}>
            <span className={classes.chipText}>
              {t('filter.label', { label: field.props.label })}
              <Value field={field} applied={applied} isFirst={field === fields[0]} />
            </span>
            <button
              type="button"
              className={classes.remove}
              aria-label={t('filter.remove', { label: field.props.label })}
              onClick={remove(field)}
            >
              <IconX size={12} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className={classes.clear}
        onClick={(event) => {
          keepFocus(event)
          clear()
        }}
      >
        {t('filter.clear')}
      </button>
    </div>
  )
}

/** Moves the focus to the search button, because the clicked button disappears. */
const keepFocus = ({ currentTarget }: MouseEvent<HTMLElement>) =>
  currentTarget.closest('form')?.querySelector<HTMLElement>('[type="submit"]')?.focus()

/** The value of a filter as text; that of the first one sets the page apart. */
function Value({ field, applied, isFirst }: { field: FieldElement; applied: Query; isFirst: boolean }) {
  const { options, use } = field.props as FieldElement['props'] & { use?: ChoiceSearch }
  const [first, last] = namesOf(field).map((name) => applied[name] as string | undefined)
  if (field.props.name.includes('-')) {
    const days = daysOf([first, last])
    return <Text text={`${days[0] ?? ''} ~ ${days[1] ?? ''}`} isFirst={isFirst} />
  }
  const text = String(first)
  if (use) return <Chosen use={use} ids={text} isFirst={isFirst} />
  if (field.type === RegionField)
    return (
      <Suspense fallback="…">
        <RegionName code={text}>{(name) => <Text text={name} isFirst={isFirst} />}</RegionName>
      </Suspense>
    )
  const { chipText } = field.type as { chipText?: (value: string) => string }
  const label = options?.find(({ value }) => value === text)?.label ?? chipText?.(text) ?? text
  return <Text text={label} isFirst={isFirst} />
}

function Text({ text, isFirst }: { text: string; isFirst: boolean }) {
  useSetApart('filter', isFirst ? text : undefined)
  return text
}

/** The names of chosen records. @param props.ids divided by commas */
function Chosen({ use, ids, isFirst }: { use: ChoiceSearch; ids: string; isFirst: boolean }) {
  const { t } = useWords(choiceWords)
  const { data, isPending } = useQuery(choicesQuery(use, { ids }))
  const all = ids.split(',')
  const names = all.slice(0, mostNames).map((id) => {
    const choice = data?.find((each) => each.id === id)
    return choice ? choiceText(choice) : isPending ? '…' : id
  })
  const more = all.length > mostNames ? t('more', { count: all.length - mostNames }) : ''
  return <Text text={names.join(', ') + more} isFirst={isFirst} />
}
/** So many of several names are written out, because a chip is narrow. */
const mostNames = 1
