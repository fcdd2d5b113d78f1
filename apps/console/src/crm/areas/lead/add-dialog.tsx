import { lead } from '@kabao/contract/crm/lead'
import { leadWords } from '@kabao/contract/crm/lead.words'
import { leadPageWords } from '@kabao/contract/crm/lead-page.words'
import { wordIssues } from '@kabao/contract/kernel/problems'
import { type FormEvent, useState } from 'react'
import {
  Alert,
  Button,
  Checkbox,
  ChoiceField,
  LongTextField,
  Modal,
  mayLose,
  message,
  Refusal,
  RegionField,
  send,
  TextField,
  useGuard,
  useProblems,
  useSend,
  useWords,
} from '#kit'
import classes from '../../lead/lead.module.css'

const blank = {
  phone: '',
  name: '',
  cityCode: undefined as string | undefined,
  remark: '',
  poolId: undefined as string | undefined,
  claim: false,
}

/** Adds a lead by hand. If there is such a lead already, it says so, and offers to open it if it is in sight. */
export default function AddDialog({
  onOpen,
  onClose,
}: {
  onOpen: (id: string) => void
  onClose: () => void
}) {
  const { t } = useWords(leadWords)
  const own = useWords(leadPageWords)
  const [draft, setDraft] = useState(blank)
  const [problems, setProblems] = useProblems()
  const [known, setKnown] = useState<{ id: string; isSeen: boolean } | null>(null)
  const { mutateAsync, isPending } = useSend(lead.create)
  useGuard(draft !== blank && known === null)
  const field = <K extends keyof typeof blank>(name: K) => ({
    name,
    value: draft[name],
    error: problems[name],
    onChange: (value: (typeof blank)[K]) => {
      setDraft((before) => ({ ...before, [name]: value }))
      setProblems({})
      setKnown(null)
    },
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const checked = lead.create.body.safeParse({ ...draft, cityCode: draft.cityCode ?? null })
    if (!checked.success) return setProblems(wordIssues(checked.error.issues, own.language))
    try {
      const { id, isNew } = await mutateAsync({ body: checked.data })
      if (isNew) {
        message.success(own.t('add.added'))
        return onClose()
      }
      const isSeen = await send(lead.get, { params: { id }, quiet: true }).then(
        () => true,
        () => false,
      )
      setKnown({ id, isSeen })
    } catch (error) {
      if (error instanceof Refusal) setProblems(error.fields ?? {})
    }
  }
  const close = async () => {
    if (known || draft === blank || (await mayLose())) onClose()
  }
  return (
    <Modal opened onClose={() => void close()} title={own.t('add.title')} size={520}>
      <form onSubmit={(event) => void submit(event)} noValidate className={classes.form}>
        {known && (
          <Alert color="orange" role="alert">
            {own.t('add.known')}
            {known.isSeen ? (
              <>
                {' '}
                <Button size="xs" variant="light" onClick={() => onOpen(known.id)}>
                  {own.t('add.openKnown')}
                </Button>
              </>
            ) : (
              ` ${own.t('add.knownElsewhere')}`
            )}
          </Alert>
        )}
        <TextField label={t('field.phone')} isRequired {...field('phone')} />
        <TextField label={t('field.name')} {...field('name')} />
        <ChoiceField label={t('field.poolId')} isRequired use={lead.pools} {...field('poolId')} />
        <RegionField label={t('field.cityCode')} {...field('cityCode')} />
        <LongTextField label={t('field.remark')} {...field('remark')} />
        <Checkbox
          label={t('field.claim')}
          checked={draft.claim}
          onChange={(event) => field('claim').onChange(event.currentTarget.checked)}
        />
        <div className={classes.buttons}>
          <Button type="submit" loading={isPending}>
            {own.t('add.submit')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
