import { lazy, Suspense } from 'react'
import { create } from 'zustand'
import { Button } from '../controls/button.ts'

export interface Question {
  title: string
  text?: string
  /** What the button says that does it. */
  action: string
  /** What the other button says. */
  otherwise?: string
  isDanger?: boolean
  /** Done before the dialog closes; where it fails, the dialog stays. */
  run?: () => Promise<unknown>
}

interface Asked extends Question {
  answer: (isYes: boolean) => void
}

export const useAsked = create<{ asked: Asked | null }>(() => ({ asked: null }))

/** Asks before something that cannot be undone. Enter says yes, Esc no. */
export const ask = (question: Question): Promise<boolean> =>
  new Promise((resolve) => {
    useAsked.getState().asked?.answer(false)
    const answer = (isYes: boolean) => {
      useAsked.setState({ asked: null })
      resolve(isYes)
    }
    useAsked.setState({ asked: { ...question, answer } })
  })

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx'))

/** Where questions are shown; once, at the root. */
export function Questions() {
  const asked = useAsked((state) => state.asked)
  return <Suspense>{asked && <ConfirmDialog {...asked} />}</Suspense>
}

/** A button that asks first. */
export function ConfirmButton({ question, children }: { question: Question; children: string }) {
  return (
    <Button variant="light" color={question.isDanger ? 'red' : undefined} onClick={() => void ask(question)}>
      {children}
    </Button>
  )
}
