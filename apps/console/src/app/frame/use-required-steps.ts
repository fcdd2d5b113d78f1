import { session } from '@kabao/contract/access/session'
import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { readUser, updateUser, useAnswer } from '#kit'

/**
 * If the account must now set a new password or a second factor, although it did not have to at sign-in, runs the guard, which
 * leads there.
 */
export function useRequiredSteps(): void {
  const { data } = useAnswer(session.me)
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!data) return
    const { mustChangePassword, mustSetUpSecondFactor } = data
    const known = readUser()
    const isNew =
      (mustChangePassword && !known?.mustChangePassword) ||
      (mustSetUpSecondFactor && !known?.mustSetUpSecondFactor)
    if (!isNew) return
    updateUser({ mustChangePassword, mustSetUpSecondFactor })
    void revalidate()
  }, [data, revalidate])
}
