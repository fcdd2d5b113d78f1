import { paletteWords } from '@kabao/contract/app/palette.words'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import {
  IconBuildingBank,
  IconFileText,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconSearch,
  IconSettings,
  IconShieldCog,
  IconSpeakerphone,
  IconSun,
  IconUser,
  Modal,
  toggleScheme,
  useScheme,
  useWords,
} from '#kit'
import { chooseLanguage } from '../account/choose-language.ts'
import { nameOf } from '../client-menu.ts'
import { useLogOut } from '../guard/use-log-out.ts'
import { useEntries } from '../menu-entries.ts'
import { actionCandidate, type Candidate, pageCandidates } from './candidates.ts'
import { find } from './find.ts'
import classes from './palette.module.css'
import { closePanel, openPanel } from './palette-store.ts'
import { recentActs, recentPages, rememberAct } from './recent.ts'
import type { RecordFound } from './records.ts'
import { useRecords } from './use-records.ts'

interface Group {
  key: 'recent' | 'pages' | 'records' | 'actions'
  items: readonly Pick<Candidate, 'key' | 'title' | 'hint' | 'icon' | 'run'>[]
}

const recordIcons = {
  user: IconUser,
  admin: IconShieldCog,
  org: IconBuildingBank,
  channel: IconSpeakerphone,
  plan: IconFileText,
  push: IconFileText,
  order: IconFileText,
  transfer: IconFileText,
  recharge: IconFileText,
  settlement: IconFileText,
  lead: IconUser,
  phone: IconSearch,
  idNumber: IconSearch,
  name: IconSearch,
  leadName: IconSearch,
} satisfies Record<RecordFound['kind'], unknown>

/** Finds pages, records and actions while the reader types: a combobox whose list is always open (WAI-ARIA). */
export default function PaletteDialog({ onSettings }: { onSettings?: (() => void) | undefined }) {
  const { t } = useWords(paletteWords)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const { records, isBusy, isPartial } = useRecords(query)
  const groups = useGroups(query, records, onSettings)
  const shown = groups.flatMap(({ items }) => items)
  // The key and not the index, because records that arrive later move the other entries.
  const at = Math.max(
    shown.findIndex(({ key }) => key === chosen),
    0,
  )
  const setAt = (index: number) => setChosen(shown[index]?.key ?? null)
  const optionId = (index: number) => `${id}-${index}`
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [at, id])

  const choose = (candidate: Group['items'][number] | undefined) => {
    if (!candidate) return
    closePanel()
    candidate.run()
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const to = next(event.key, at, shown.length)
    if (to !== null && !(event.shiftKey || event.ctrlKey || event.metaKey || event.altKey)) {
      event.preventDefault()
      setAt(to)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      choose(shown[at])
    }
  }

  let index = 0
  return (
    <Modal
      opened
      onClose={closePanel}
      returnFocus={false}
      centered={false}
      yOffset="12vh"
      size={560}
      padding={0}
      withCloseButton={false}
      transitionProps={{ duration: 0 }}
      aria-label={t('title')}
    >
      <div className={classes.query}>
        <IconSearch size={18} aria-hidden />
        <input
          ref={input}
          data-autofocus
          role="combobox"
          aria-expanded
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={shown.length > 0 ? optionId(at) : undefined}
          aria-label={t('title')}
          placeholder={t('placeholder')}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value)
            setChosen(null)
          }}
          onKeyDown={press}
        />
        <kbd>Esc</kbd>
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={t('title')} className={classes.list}>
        {groups.map(({ key, items }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, which a fieldset cannot be
          <div key={key} role="group" aria-labelledby={`${id}-${key}`}>
            <div id={`${id}-${key}`} className={classes.group}>
              {t(`group.${key}`)}
            </div>
            {items.map((candidate) => {
              const own = index++
              const { icon: Icon } = candidate
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the input holds the focus and the keys
                <div
                  key={candidate.key}
                  id={optionId(own)}
                  role="option"
                  aria-selected={own === at}
                  className={classes.option}
                  onMouseMove={() => setAt(own)}
                  // The input keeps the focus.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => choose(candidate)}
                >
                  {Icon && <Icon size={16} aria-hidden />}
                  <span className={classes.title}>{candidate.title}</span>
                  <span className={classes.hint}>{candidate.hint}</span>
                </div>
              )
            })}
          </div>
        ))}
      </div>
      {isPartial && <p className={classes.note}>{t('partial')}</p>}
      <p role="status" className={isBusy ? classes.note : shown.length > 0 ? classes.heard : classes.none}>
        {isBusy ? t('searching') : shown.length > 0 ? t('found', { count: shown.length }) : t('none')}
      </p>
    </Modal>
  )
}

/** Without a query: recent pages, then the other pages, then the actions. With a query: all entries, best match first. */
function useGroups(
  query: string,
  records: readonly RecordFound[],
  onSettings: (() => void) | undefined,
): readonly Group[] {
  const entries = useEntries()
  const { t, language } = useWords(paletteWords)
  const navigate = useNavigate()
  const location = useLocation()
  const here = nameOf(location.pathname)

  const pages = useMemo(
    () => pageCandidates(entries, language, (path) => void navigate(path)),
    [entries, navigate, language],
  )
  const actions = useActions(onSettings)
  return useMemo(() => {
    const others = pages.filter(({ key }) => key !== here)
    const names = recentPages()
    const recent = names.flatMap((name) => others.filter(({ key }) => key === name))
    const rest = others.filter(({ key }) => !names.includes(key))
    const isSearching = query.trim() !== ''
    const all: Group[] = isSearching
      ? [
          {
            key: 'pages',
            items: find([...recent, ...rest, ...pages.filter(({ key }) => key === here)], query),
          },
          {
            key: 'records',
            items: records.map(({ key, kind, title, to, state }) => ({
              key,
              title,
              hint: t(`record.${kind}`),
              icon: recordIcons[kind],
              run: () => void navigate(to, { state }),
            })),
          },
          { key: 'actions', items: find(actions, query) },
        ]
      : [
          { key: 'recent', items: recent },
          { key: 'pages', items: rest },
          { key: 'actions', items: actions },
        ]
    return all.filter(({ items }) => items.length > 0)
  }, [pages, actions, records, query, here, navigate, t])
}

function useActions(onSettings: (() => void) | undefined): readonly Candidate[] {
  const { t, language } = useWords(paletteWords)
  const logOut = useLogOut()
  const isDark = useScheme(({ scheme }) => scheme === 'dark')
  return useMemo(() => {
    const other = language === 'zh-CN' ? 'en-US' : 'zh-CN'
    const all = [
      actionCandidate(isDark ? 'light' : 'dark', language, isDark ? IconSun : IconMoon, toggleScheme),
      actionCandidate(
        'language',
        language,
        IconLanguage,
        () => chooseLanguage(other),
        t('action.language.hint'),
      ),
      ...(onSettings ? [actionCandidate('settings', language, IconSettings, onSettings)] : []),
      actionCandidate('shortcuts', language, IconKeyboard, () => openPanel('help'), '?'),
      actionCandidate('logout', language, IconLogout, () => void logOut()),
    ]
    return recentFirst(all).map((act) => ({
      ...act,
      run: () => {
        rememberAct(act.key)
        act.run()
      },
    }))
  }, [t, language, logOut, onSettings, isDark])
}

function recentFirst(acts: readonly Candidate[]): readonly Candidate[] {
  const recent = recentActs()
  const place = ({ key }: Candidate) => (recent.includes(key) ? recent.indexOf(key) : recent.length)
  return acts.toSorted((one, other) => place(one) - place(other))
}

/** Up and down wrap around; Home and End move the text cursor. */
function next(key: string, at: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at - 1 + count) % count
  if (key === 'PageDown') return Math.min(at + 5, count - 1)
  if (key === 'PageUp') return Math.max(at - 5, 0)
  return null
}
