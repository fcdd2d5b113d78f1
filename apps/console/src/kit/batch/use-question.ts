import { batchWords } from '@kabao/contract/app/batch.words'
import { type BatchActName, type BatchCount, doneAtOnce } from '@kabao/contract/kernel/batch-body'
import { formatNumber } from '../format.ts'
import { useWords } from '../words/words.ts'

/** The texts of the question before an act on all rows that match a filter. */
export function useQuestion() {
  const { t, language } = useWords(batchWords)
  const number = (value: number) => formatNumber(value, language)
  /** @param atOnce up to how many rows are done within the request */
  return (name: BatchActName, { count, others }: BatchCount, { warning = '', atOnce = doneAtOnce } = {}) => ({
    title: t(`matching.${name}` as `matching.${BatchActName}`, { count: number(count) }),
    text: [
      ...(warning === '' ? [] : [warning]),
      t('ask.later'),
      ...(others > 0 ? [t('ask.others', { count: number(others) })] : []),
      ...(count > atOnce ? [t('ask.background')] : []),
    ].join(language === 'zh-CN' ? '' : ' '),
    action: t('ask.action', { act: t(`act.${name}` as `act.${BatchActName}`), count: number(count) }),
  })
}
