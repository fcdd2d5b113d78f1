import { importWords } from '@kabao/contract/kernel/import.words'
import { useState } from 'react'
import { Refusal } from '../call/refusal.ts'
import { Button } from '../controls/button.ts'
import { saveAnswer } from '../file/save-answer.ts'
import { message } from '../message/message.ts'
import { useWords } from '../words/words.ts'
import type { ImportInto } from './into.ts'

/** Downloads the wrong rows, to correct them and import them again. */
export function WrongRows({ into, id }: { into: ImportInto; id: string }) {
  const { t } = useWords(importWords)
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    try {
      await saveAnswer(into.use.importWrong, { params: { id } })
    } catch (error) {
      message.error(error instanceof Refusal ? error.message : t('failed'))
    } finally {
      setSaving(false)
    }
  }
  return (
    <Button variant="default" loading={isSaving} onClick={() => void save()}>
      {t('action.wrong')}
    </Button>
  )
}
