import { webhookEvents } from '@kabao/contract/reach/event'
import { reachWords } from '@kabao/contract/reach/reach.words'
import { reachPageWords } from '@kabao/contract/reach/reach-page.words'
import { type WebhookRow, webhook } from '@kabao/contract/reach/webhook'
import { webhookWords } from '@kabao/contract/reach/webhook.words'
import {
  ChoiceField,
  describeFields,
  FormDialog,
  MultiSelectField,
  optionsOf,
  Switch,
  TextField,
  useEditor,
  useWords,
} from '#kit'
import { valuesOf } from '#kit/form/values-of.ts'
import { eventText } from '../../delivery/columns.tsx'

interface DialogProps {
  /** The webhook that is changed; absent for a new one. */
  entry?: WebhookRow
  /** The organization whose page this is; elsewhere it is chosen. */
  orgId: string | undefined
  /** Gets the secret of a new webhook, which is shown once. */
  onMade: (made: { name: string; secret: string }) => void
  onClose: () => void
}

/** Adds or changes a webhook. */
export default function EntryDialog({ entry, orgId, onMade, onClose }: DialogProps) {
  const words = useWords(webhookWords)
  const { t } = words
  const page = useWords(reachPageWords)
  const reach = useWords(reachWords)
  const blank = {
    orgId: (orgId ?? null) as string | null,
    name: '',
    events: [] as readonly WebhookRow['events'][number][],
    url: '',
    isOn: true,
  }
  const editor = useEditor({
    create: webhook.create,
    update: webhook.update,
    get: webhook.get,
    entry,
    blank,
    draftOf: (row) => valuesOf(blank, row),
    onSaved: (saved) => {
      onClose()
      if ('secret' in saved) onMade(saved as { name: string; secret: string })
    },
  })
  const { field } = editor
  const [org, events, isOn] = [field('orgId'), field('events'), field('isOn')]
  return (
    <FormDialog
      title={t(entry ? 'edit' : 'add')}
      editor={editor}
      onClose={onClose}
      describe={describeFields(words, {
        events: (values: WebhookRow['events']) => values.map(eventText).join(', '),
        isOn: (value: boolean) => page.t(value ? 'turn.on' : 'turn.off'),
      })}
    >
      <TextField label={t('field.name')} isRequired {...field('name')} />
      {orgId === undefined && !entry && (
        <ChoiceField
          label={t('field.orgId')}
          description={t('hint.orgId')}
          use={webhook.orgs}
          {...org}
          value={org.value ?? undefined}
          onChange={(id) => org.onChange(id ?? null)}
        />
      )}
      <TextField label={t('field.url')} isRequired placeholder="https://" {...field('url')} />
      <MultiSelectField
        label={t('field.events')}
        isRequired
        options={optionsOf(webhookEvents, (event) => reach.t(`event.${event}`))}
        {...events}
        value={[...events.value]}
        onChange={(next) => events.onChange(next as WebhookRow['events'])}
      />
      <Switch
        label={t('field.isOn')}
        checked={isOn.value}
        onChange={({ currentTarget: { checked } }) => isOn.onChange(checked)}
      />
    </FormDialog>
  )
}
