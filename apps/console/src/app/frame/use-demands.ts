import { session } from '@kabao/contract/session'
import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { readUser, updateUser, useAnswer } from '#kit'

/** What has come to be asked of the account since it signed in, a new password or a second factor: the guard leads there. */
export function useDemands(): void {
  const { data } = useAnswer(session.me, { quiet: true })
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
