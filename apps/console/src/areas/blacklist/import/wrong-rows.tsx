import { blacklistImport } from '@kabao/contract/blacklist-import'
import { blacklistImportWords } from '@kabao/contract/blacklist-import.words'
import { useState } from 'react'
import { Button, message, Refusal, saveAnswer, useWords } from '#kit'

/** Saves the wrong rows, to be mended and sent again. */
export function WrongRows({ id }: { id: string }) {
  const { t } = useWords(blacklistImportWords)
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    try {
      await saveAnswer(blacklistImport.importWrong, { params: { id } })
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
