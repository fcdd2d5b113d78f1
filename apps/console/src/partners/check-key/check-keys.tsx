import { type CheckKeyRow, checkKey } from '@kabao/contract/partners/check-key'
import { checkKeyWords } from '@kabao/contract/partners/check-key.words'
import { useAnswer } from '#kit/call/query.ts'
import { Button } from '#kit/controls/button.ts'
import { Modal } from '#kit/controls/modal.tsx'
import { useAct } from '#kit/form/use-act.ts'
import { Failure } from '#kit/list/states.tsx'
import { useReveal } from '#kit/list/use-reveal.ts'
import { Can } from '#kit/session/permission.tsx'
import { Skeleton } from '#kit/skeleton/skeleton.tsx'
import { useWords } from '#kit/words/words.ts'
import { CheckKeyCard } from './check-key-card.tsx'
import classes from './check-keys.module.css'

/** How often the progress of the hashing is read, in milliseconds. */
const pause = 5_000

const isHashing = ({ usersLeft, blacklistLeft }: CheckKeyRow) => usersLeft + blacklistLeft > 0

/** The check keys: their values, how far the phones are hashed with them, and how to replace one. */
export default function CheckKeys({ onClose }: { onClose: () => void }) {
  const { t } = useWords(checkKeyWords)
  const revealing = useReveal(checkKey.reveal)
  const { data, error, refetch } = useAnswer(
    checkKey.list,
    {},
    { refetchInterval: ({ state }) => (state.data?.some(isHashing) ? pause : false) },
  )
  const add = useAct(
    checkKey.add,
    () => ({
      title: t('add.title'),
      text: t('add.text'),
      action: t('add.action'),
      done: () => t('add.done'),
    }),
    { inputFor: (_: { id: string }) => ({}) },
  )
  const end = useAct(checkKey.end, ({ slot }: CheckKeyRow) => {
    const name = t(`slot.${slot}`)
    return {
      title: t('end.title', { name }),
      text: t('end.text'),
      action: t('end.action'),
      isDanger: true,
      done: () => t('end.done'),
    }
  })
  return (
    <Modal opened onClose={onClose} title={t('title')} size={560}>
      <p className={classes.hint}>{t('hint')}</p>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton count={2} />}
      {data?.map((row) => (
        <CheckKeyCard
          key={row.id}
          of={row}
          revealing={revealing}
          onEnd={data.length > 1 ? () => end(row) : null}
        />
      ))}
      {data?.length === 1 && (
        <Can use={checkKey.add}>
          <Button size="xs" variant="default" onClick={() => add({ id: '' })}>
            {t('add.action')}
          </Button>
        </Can>
      )}
    </Modal>
  )
}
