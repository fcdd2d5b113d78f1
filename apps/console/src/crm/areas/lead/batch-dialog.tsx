import { batchWords } from '@kabao/contract/app/batch.words'
import { leadPageWords } from '@kabao/contract/crm/lead-page.words'
import { batch } from '@kabao/contract/operations/batch'
import { Link } from 'react-router'
import { Button, Modal, Skeleton, useAnswer, useWords } from '#kit'
import classes from '../../lead/lead.module.css'
import { Refusals } from './refusals.tsx'

/** What a batch of acts on leads could not do, as its message links to it. */
export default function BatchDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useWords(leadPageWords)
  const batches = useWords(batchWords)
  const { data: of } = useAnswer(batch.get, { params: { id } })
  const { data: groups } = useAnswer(batch.refusals, { params: { id } })
  return (
    <Modal opened onClose={onClose} title={of ? batches.t(`act.${of.act}`) : t('several.why')}>
      {of && groups ? (
        <>
          <p role="status">
            {t('several.done', { count: of.done })}
            {' · '}
            {t('several.refused', { count: of.refused })}
          </p>
          <Refusals groups={groups} leadOf={(id) => <Link to={{ search: `?open=${id}` }}>{id}</Link>} />
        </>
      ) : (
        <Skeleton count={4} />
      )}
      <div className={classes.buttons}>
        <Button onClick={onClose}>{t('several.close')}</Button>
      </div>
    </Modal>
  )
}
