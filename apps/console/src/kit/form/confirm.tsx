import { lazy, Suspense } from 'react'
import { create } from 'zustand'
import { Button } from '../controls/button.ts'

export interface Question {
  title: string
  text?: string
  /** What the act is about, to be compared before it is done: whose money, and how much. */
  facts?: string | undefined
  /** The text of the button that confirms. */
  action: string
  /** The text of the button that cancels. */
  otherwise?: string
  isDanger?: boolean
  /** How many rows are lost for good; if there are many, the reader types the number before confirming. */
  losesRows?: number
  /** Whether personal data is lost for good; then the reader types the name of the act even for one row. */
  losesPersonalData?: boolean
  /**
   * Runs before the dialog closes; if it fails, the dialog stays open.
   * @param key of what is sent, the same until the dialog closes
   */
  run?: (key: string) => Promise<unknown>
}

interface OpenQuestion extends Question {
  answer: (isYes: boolean) => void
}

export const useAsked = create<{ asked: OpenQuestion | null }>(() => ({ asked: null }))

/** Asks for confirmation before an act. Esc cancels. Enter also cancels if the act is dangerous and nothing was typed. */
export const ask = (question: Question): Promise<boolean> =>
  new Promise((resolve) => {
    useAsked.getState().asked?.answer(false)
    const answer = (isYes: boolean) => {
      useAsked.setState({ asked: null })
      resolve(isYes)
    }
    useAsked.setState({ asked: { ...question, answer } })
  })

const loadDialog = () => import('./confirm-dialog.tsx')
const ConfirmDialog = lazy(loadDialog)

/** Whether the dialog's file can be loaded. */
export const canAsk = (): Promise<boolean> =>
  loadDialog().then(
    () => true,
    () => false,
  )

/** Renders the current question; mounted once, at the root. */
export function Questions() {
  const asked = useAsked((state) => state.asked)
  return <Suspense>{asked && <ConfirmDialog {...asked} />}</Suspense>
}

/** A button that asks for confirmation first. */
export function ConfirmButton({ question, children }: { question: Question; children: string }) {
  return (
    <Button variant="light" color={question.isDanger ? 'red' : undefined} onClick={() => void ask(question)}>
      {children}
    </Button>
  )
}
