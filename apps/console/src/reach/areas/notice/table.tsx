import { type NoticeKind, noticeKinds } from '@kabao/contract/kernel/notice-kind'
import { type NoticeTargetRow, notice } from '@kabao/contract/reach/notice'
import { noticeWords } from '@kabao/contract/reach/notice.words'
import { useState } from 'react'
import { Failure, Skeleton, useAnswer, usePermission, useSend, useWords } from '#kit'
import { Checkbox } from '#kit/controls/checkbox.ts'
import classes from '../../delivery/delivery.module.css'
import { kindText } from './kind.ts'

/** Whether a target is told of a kind from now on. */
interface Tick {
  target: NoticeTargetRow
  kind: NoticeKind
  isOn: boolean
}

/** Which target is told of what; a tick is saved at once. */
export default function NoticeTable() {
  const { t } = useWords(noticeWords)
  const { data, error, refetch } = useAnswer(notice.page, { body: { size: 200, sort: 'createdAt' } })
  const may = usePermission(notice.update)
  const { mutateAsync } = useSend(notice.update)
  const [saving, setSaving] = useState<Tick | null>(null)
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton count={noticeKinds.length} />
  const targets = data.records
  if (targets.length === 0) return <p role="status">{t('hint.empty')}</p>

  const tick = async (next: Tick) => {
    // One at a time, because each is a change of the whole target.
    if (saving) return
    setSaving(next)
    try {
      await mutateAsync({ body: changeOf(next) })
    } catch {
      // What was refused is said already.
    } finally {
      await refetch()
      setSaving(null)
    }
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: so that it can be scrolled with the keyboard */}
      <section className={classes.scroller} aria-label={t('table.label')} tabIndex={0}>
        <table className={classes.figures} aria-label={t('table.label')} aria-busy={saving !== null}>
          <thead>
            <tr>
              <th scope="col">{t('table.kind')}</th>
              {targets.map(({ id, name }) => (
                <th key={id} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {noticeKinds.map((kind) => (
              <tr key={kind}>
                <th scope="row">{kindText(kind)}</th>
                {targets.map((target) => (
                  <td key={target.id}>
                    <Checkbox
                      aria-label={t('table.cell', { kind: kindText(kind), name: target.name })}
                      checked={
                        saving?.target.id === target.id && saving.kind === kind
                          ? saving.isOn
                          : target.kinds.includes(kind)
                      }
                      disabled={!may}
                      onChange={({ currentTarget: { checked } }) =>
                        void tick({ target, kind, isOn: checked })
                      }
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className={classes.hint}>{t('hint.table')}</p>
    </>
  )
}

/** The whole target as it is, with one kind more or fewer; its secrets stay. */
function changeOf({ target, kind, isOn }: Tick) {
  const { id, version, name, language, quietFrom, quietTo, digest, roleId } = target
  const { host, port, security, account, sender, addresses } = target
  return {
    id,
    version,
    name,
    isOn: target.isOn,
    kinds: noticeKinds.filter((each) => (each === kind ? isOn : target.kinds.includes(each))),
    language,
    quietFrom,
    quietTo,
    digest,
    roleId,
    host,
    port,
    security,
    account,
    sender,
    addresses,
  }
}
