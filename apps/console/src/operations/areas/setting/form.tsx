import {
  groupOf,
  type SettingGroup,
  type SettingRow,
  setting,
  settingGroups,
  standardOf,
} from '@kabao/contract/operations/setting'
import { settingWords } from '@kabao/contract/operations/setting.words'
import { type FormEvent, useRef } from 'react'
import { Button, changeConfig, message, useGuard, usePermission, useWords } from '#kit'
import { SettingField } from './field.tsx'
import classes from './setting.module.css'
import { useChanges } from './use-changes.ts'

/** All groups in one form; only changed settings are sent. */
export function SettingForm({ rows }: { rows: readonly SettingRow[] }) {
  const { t } = useWords(settingWords)
  const { changes, problems, keys, dispatch, save, isSaving } = useChanges(rows)
  const mayUpdate = usePermission(setting.update)
  const form = useRef<HTMLFormElement>(null)
  useGuard(keys.length > 0)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { 'business.timezone': zone, 'business.dayStartsAt': start } = changes
    if (await save()) {
      if (zone) changeConfig({ timezone: (zone.value ?? standardOf('business.timezone')) as string })
      if (start) changeConfig({ dayStartsAt: (start.value ?? standardOf('business.dayStartsAt')) as string })
      message.success(t('done'))
    } else {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
    }
  }
  const go = (group: SettingGroup) => {
    const section = form.current?.querySelector<HTMLElement>(`[data-group=${group}]`)
    section?.scrollIntoView({ block: 'start' })
    section?.focus({ preventScroll: true })
  }

  return (
    <div className={classes.layout}>
      <nav className={classes.groups} aria-label={t('groups')}>
        {settingGroups.map((group) => (
          <button key={group} type="button" className={classes.groupLink} onClick={() => go(group)}>
            {t(`group.${group}`)}
          </button>
        ))}
      </nav>
      <form ref={form} onSubmit={(event) => void submit(event)} noValidate className={classes.form}>
        {settingGroups.map((group) => (
          <section
            key={group}
            className={classes.group}
            data-group={group}
            tabIndex={-1}
            aria-labelledby={`setting-${group}`}
          >
            <h2 id={`setting-${group}`} className={classes.groupTitle}>
              {t(`group.${group}`)}
            </h2>
            {rows
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
        ))}
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
