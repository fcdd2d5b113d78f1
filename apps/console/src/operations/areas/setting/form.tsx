import {
  groupOf,
  type SettingRow,
  setting,
  settingGroups,
  standardOf,
} from '@kabao/contract/operations/setting'
import { settingWords } from '@kabao/contract/operations/setting.words'
import { notice } from '@kabao/contract/reach/notice'
import { noticeWords } from '@kabao/contract/reach/notice.words'
import { webhook } from '@kabao/contract/reach/webhook'
import { webhookWords } from '@kabao/contract/reach/webhook.words'
import { type FormEvent, lazy, Suspense, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { Button, changeConfig, message, Skeleton, useGuard, usePermission, useWords } from '#kit'
import { TextInput } from '#kit/controls/text-input.ts'
import { IconSearch } from '#kit/icons.ts'
import { SettingField } from './field.tsx'
import classes from './setting.module.css'
import { useChanges } from './use-changes.ts'

const Webhooks = lazy(() => import('#reach/areas/webhook/webhooks.tsx'))
const Notices = lazy(() => import('#reach/areas/notice/notices.tsx'))

/** The groups, and all of them in one view. */
const [firstGroup = 'all'] = settingGroups
const views = [...settingGroups, 'all'] as const

/**
 * One form, of which a group or what matches a search is shown; both are in the address. Only changed settings are sent, also those that are
 * not shown.
 */
export function SettingForm({ rows }: { rows: readonly SettingRow[] }) {
  const { t } = useWords(settingWords)
  const { changes, problems, keys, dispatch, save, isSaving } = useChanges(rows)
  const hooks = useWords(webhookWords)
  const mayUpdate = usePermission(setting.update)
  const form = useRef<HTMLFormElement>(null)
  const isRefused = useRef(false)
  useGuard(keys.length > 0)
  const [search, setSearch] = useSearchParams()
  const view = views.find((each) => each === search.get('group')) ?? firstGroup
  // Groups that are a list beside the form.
  const lists = [
    {
      group: 'notices',
      title: useWords(noticeWords).t('title'),
      List: Notices,
      isSeen: usePermission(notice.page),
    },
    { group: 'webhooks', title: hooks.t('title'), List: Webhooks, isSeen: usePermission(webhook.page) },
  ].filter(({ isSeen }) => isSeen)
  const list = lists.find(({ group }) => group === search.get('group'))
  const isList = list !== undefined
  const query = search.get('q') ?? ''
  const show = (next: Record<string, string>) => setSearch(next, { replace: true })
  const wanted = plain(query)
  const matches = ({ key }: SettingRow) =>
    [key, t(`name.${key}`), t(`help.${key}`)].some((text) => plain(text).includes(wanted))
  const shown = rows.filter((row) =>
    wanted === '' ? view === 'all' || groupOf(row.key) === view : matches(row),
  )
  // The first wrong setting gets the focus once it is shown.
  useEffect(() => {
    if (!isRefused.current) return
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    if (!field) return
    isRefused.current = false
    field.focus()
  })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { 'business.timezone': zone, 'business.dayStartsAt': start } = changes
    if (await save()) {
      if (zone) changeConfig({ timezone: (zone.value ?? standardOf('business.timezone')) as string })
      if (start) changeConfig({ dayStartsAt: (start.value ?? standardOf('business.dayStartsAt')) as string })
      message.success(t('done'))
    } else {
      isRefused.current = true
      if (!form.current?.querySelector('[aria-invalid=true]')) show({ group: 'all' })
    }
  }

  return (
    <div className={classes.layout}>
      <nav className={classes.groups} aria-label={t('groups')}>
        {views.map((each) => (
          <button
            key={each}
            type="button"
            className={classes.groupLink}
            aria-current={(wanted === '' && each === view && !isList) || undefined}
            onClick={() => show({ group: each })}
          >
            {t(`group.${each}`)}
          </button>
        ))}
        {lists.map(({ group, title }) => (
          <button
            key={group}
            type="button"
            className={classes.groupLink}
            aria-current={group === list?.group || undefined}
            onClick={() => show({ group })}
          >
            {title}
          </button>
        ))}
      </nav>
      {list && (
        <section className={classes.list} aria-label={list.title}>
          <Suspense fallback={<Skeleton count={8} />}>
            <list.List />
          </Suspense>
        </section>
      )}
      <form
        hidden={isList}
        ref={form}
        onSubmit={(event) => void submit(event)}
        noValidate
        className={classes.form}
      >
        <TextInput
          className={classes.search}
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={query}
          onChange={({ currentTarget: { value } }) =>
            show(value === '' ? { group: view } : { group: view, q: value })
          }
          // Enter searches what is typed already, and saves nothing.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        {shown.length === 0 && <p role="status">{t('none', { query })}</p>}
        {settingGroups.map(
          (group) =>
            shown.some(({ key }) => groupOf(key) === group) && (
              <section key={group} className={classes.group} aria-labelledby={`setting-${group}`}>
                <h2 id={`setting-${group}`} className={classes.groupTitle}>
                  {t(`group.${group}`)}
                </h2>
                {shown
                  .filter(({ key }) => groupOf(key) === group)
                  .map((row) => (
                    <SettingField
                      key={row.key}
                      row={row}
                      change={changes[row.key]}
                      problem={problems[row.key]}
                      problemInChinese={problems[`${row.key}.0`]}
                      problemInEnglish={problems[`${row.key}.1`]}
                      dispatch={dispatch}
                      isReadOnly={!mayUpdate}
                    />
                  ))}
              </section>
            ),
        )}
        {keys.length > 0 && (
          <div className={classes.bar}>
            <span role="status">{t('unsaved', { count: keys.length })}</span>
            <span className={classes.barButtons}>
              <Button
                variant="default"
                disabled={isSaving}
                onClick={() => dispatch({ act: 'discard', keys })}
              >
                {t('discard')}
              </Button>
              <Button type="submit" loading={isSaving}>
                {t('save')}
              </Button>
            </span>
          </div>
        )}
      </form>
    </div>
  )
}

/** Ignores case, full width and spaces. */
const plain = (text: string) => text.normalize('NFKC').replace(/\s/g, '').toLowerCase()
