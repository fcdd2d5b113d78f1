import { choiceWords } from '@kabao/contract/kernel/choice.words'
import { listWords } from '@kabao/contract/kernel/list.words'
import { useQuery } from '@tanstack/react-query'
import { lazy, type MouseEvent, Suspense } from 'react'
import { type ChoiceSearch, choicesQuery, choiceText } from '../choice/choices-query.ts'
import { daysOf } from '../form/business-time.ts'
import { RegionField } from '../form/region-field.tsx'
import { IconX } from '../icons.ts'
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
              <Value field={field} applied={applied} />
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

/** The value of a filter as text. */
function Value({ field, applied }: { field: FieldElement; applied: Query }) {
  const { options, use } = field.props as FieldElement['props'] & { use?: ChoiceSearch }
  const [first, last] = namesOf(field).map((name) => applied[name] as string | undefined)
  if (field.props.name.includes('-')) {
    const days = daysOf([first, last])
    return `${days[0] ?? ''} ~ ${days[1] ?? ''}`
  }
  const text = String(first)
  if (use) return <Chosen use={use} ids={text} />
  if (field.type === RegionField)
    return (
      <Suspense fallback="…">
        <RegionName code={text} />
      </Suspense>
    )
  const { chipText } = field.type as { chipText?: (value: string) => string }
  return options?.find(({ value }) => value === text)?.label ?? chipText?.(text) ?? text
}

/** The names of chosen records. @param ids divided by commas */
function Chosen({ use, ids }: { use: ChoiceSearch; ids: string }) {
  const { t } = useWords(choiceWords)
  const { data, isPending } = useQuery(choicesQuery(use, { ids }))
  const all = ids.split(',')
  const names = all.slice(0, mostNames).map((id) => {
    const choice = data?.find((each) => each.id === id)
    return choice ? choiceText(choice) : isPending ? '…' : id
  })
  return names.join(', ') + (all.length > mostNames ? t('more', { count: all.length - mostNames }) : '')
}
/** So many of several names are written out, because a chip is narrow. */
const mostNames = 1
