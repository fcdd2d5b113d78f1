import { type JobRow, job } from '@kabao/contract/operations/job'
import { jobWords } from '@kabao/contract/operations/job.words'
import { useAct, useWords } from '#kit'

type Target = Pick<JobRow, 'id' | 'name' | 'title'>

/** Runs a job now, independent of its schedule; `id` is its name. */
export function useRun() {
  const { t } = useWords(jobWords)
  return useAct(
    job.run,
    ({ title }: { id: string; title: string }) => ({
      title: t('ask.run', { title }),
      text: t('ask.runText'),
      action: t('action.run'),
      done: () => t('done.run'),
    }),
    { inputFor: ({ id }) => ({ body: { name: id } }) },
  )
}

/** Retries a run with the same input. */
export function useAgain() {
  const { t } = useWords(jobWords)
  return useAct(
    job.again,
    ({ title }: Target) => ({
      title: t('ask.again', { title }),
      text: t('ask.runText'),
      action: t('action.again'),
      done: () => t('done.run'),
    }),
    { inputFor: ({ id, name }) => ({ body: { id, name } }) },
  )
}

/** Cancels a run that waits or runs. */
export function useCancel() {
  const { t } = useWords(jobWords)
  return useAct(
    job.cancel,
    (_target: Target) => ({
      title: t('ask.cancel'),
      text: t('ask.cancelText'),
      action: t('action.cancel'),
      isDanger: true,
      done: () => t('done.cancel'),
    }),
    { inputFor: ({ id, name }) => ({ body: { id, name } }) },
  )
}
