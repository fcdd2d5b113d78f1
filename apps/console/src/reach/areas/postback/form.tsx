import { type PostbackEvent, postbackEvents } from '@kabao/contract/reach/event'
import { type PostbackDetail, postback } from '@kabao/contract/reach/postback'
import { postbackWords } from '@kabao/contract/reach/postback.words'
import { reachWords } from '@kabao/contract/reach/reach.words'
import { reachPageWords } from '@kabao/contract/reach/reach-page.words'
import { useContext, useState } from 'react'
import { useNavigate } from 'react-router'
import {
  describeFields,
  NumberField,
  optionsOf,
  type PageProps,
  PageScope,
  SelectField,
  Switch,
  TextField,
  useEditor,
  useWords,
} from '#kit'
import { FormRow } from '#kit/form/form-row.tsx'
import { valuesOf } from '#kit/form/values-of.ts'
import { FormPage } from '#kit/page/form-page.tsx'
import { giveUp } from '#kit/session/unsaved.ts'
import { Beside } from './beside.tsx'
import { blankTemplate } from './blank.ts'
import { TemplatePart } from './template-part.tsx'
import { useTemplate } from './use-template.ts'

interface FormProps {
  channelId: string
  /** The postback that is changed; absent for a new one. */
  entry?: PostbackDetail
  breadcrumb: NonNullable<PageProps['breadcrumb']>
  /** The address of the postbacks of the channel. */
  list: string
  onSaved: (saved: PostbackDetail) => void
}

const blankOf = (channelId: string) => ({
  channelId,
  name: '',
  event: 'accepted' as PostbackEvent,
  isOn: true,
  delaySeconds: 0 as number | null,
  partPercent: 100 as number | null,
  dailyCap: null as number | null,
  template: blankTemplate(),
  /** Only those that are entered anew; the stored ones never leave the service. */
  secrets: [] as readonly { name: string; value: string }[],
})
export type PostbackDraft = ReturnType<typeof blankOf>

/** The page that adds or changes a postback. A person who chose a platform only fills in what that platform gave them. */
export default function PostbackForm({ channelId, entry, breadcrumb, list, onSaved }: FormProps) {
  const words = useWords(postbackWords)
  const { t } = words
  const page = useWords(reachPageWords)
  const reach = useWords(reachWords)
  const navigate = useNavigate()
  const scope = useContext(PageScope)
  const [blank] = useState(() => blankOf(channelId))
  const editor = useEditor({
    create: postback.create,
    update: postback.update,
    get: postback.get,
    entry,
    blank,
    draftOf: (row) => ({ ...valuesOf(blank, row), channelId, secrets: [] }),
    onSaved: (saved) => {
      giveUp([scope])
      onSaved(saved)
    },
  })
  const template = useTemplate(editor, entry)
  const { field, draft } = editor
  const [isOn, event] = [field('isOn'), field('event')]
  const eventOptions = optionsOf(postbackEvents, (each) => reach.t(`event.${each}`))
  return (
    <FormPage
      breadcrumb={breadcrumb}
      title={t(entry ? 'edit' : 'add')}
      editor={{ ...editor, save: template.save }}
      describe={describeFields(words, {
        event: (value: PostbackEvent) => reach.t(`event.${value}`),
        isOn: (value: boolean) => page.t(value ? 'turn.on' : 'turn.off'),
        template: (value: object) => JSON.stringify(value),
        secrets: (values: PostbackDraft['secrets']) => values.map(({ name }) => name).join(', '),
      })}
      onCancel={() => {
        giveUp([scope])
        void navigate(list)
      }}
      parts={[
        {
          title: page.t('form.what'),
          fields: ['name', 'event', 'isOn'],
          content: (
            <>
              <FormRow>
                <TextField label={t('field.name')} isRequired {...field('name')} />
                <SelectField label={t('field.event')} options={eventOptions} isRequired {...event} />
              </FormRow>
              <Switch
                label={t('field.isOn')}
                checked={isOn.value}
                onChange={({ currentTarget: { checked } }) => isOn.onChange(checked)}
              />
            </>
          ),
        },
        {
          title: page.t('form.template'),
          fields: ['template', 'secrets'],
          content: <TemplatePart of={template} />,
        },
        {
          title: page.t('form.how'),
          help: t('hint.deduction'),
          fields: ['partPercent', 'dailyCap', 'delaySeconds'],
          content: (
            <>
              <FormRow>
                <NumberField
                  label={t('field.partPercent')}
                  description={t('hint.partPercent')}
                  isRequired
                  {...field('partPercent')}
                />
                <NumberField
                  label={t('field.dailyCap')}
                  description={t('hint.dailyCap')}
                  placeholder={page.t('unlimited')}
                  {...field('dailyCap')}
                />
              </FormRow>
              <NumberField
                label={t('field.delaySeconds')}
                description={t('hint.delaySeconds')}
                isRequired
                {...field('delaySeconds')}
              />
            </>
          ),
        },
      ]}
      aside={<Beside id={entry?.id} event={draft.event} template={template} isDirty={editor.isDirty} />}
    />
  )
}
