import { type AdminRow, admin, type MadePassword } from '@kabao/contract/access/admin'
import { adminWords } from '@kabao/contract/access/admin.words'
import { secondFactor } from '@kabao/contract/access/second-factor'
import { queries, useAct, wordsOf } from '#kit'

export const useEnable = () =>
  useAct(admin.enable, ({ name }: AdminRow) => {
    const { t } = wordsOf(adminWords)
    return {
      title: t('enable.title', { name }),
      text: t('enable.text'),
      action: t('action.enable'),
      done: () => t('enable.done'),
    }
  })

export const useDisable = () =>
  useAct(admin.disable, ({ name }: AdminRow) => {
    const { t } = wordsOf(adminWords)
    return {
      title: t('disable.title', { name }),
      text: t('disable.text'),
      action: t('action.disable'),
      isDanger: true,
      done: () => t('disable.done'),
    }
  })

/** Turns off the second factor of an administrator who has lost phone and recovery codes. */
export const useResetSecondFactor = () =>
  useAct(
    secondFactor.reset,
    ({ name }: AdminRow) => {
      const { t } = wordsOf(adminWords)
      return {
        title: t('secondFactor.title', { name }),
        text: t('secondFactor.text'),
        action: t('action.resetSecondFactor'),
        isDanger: true,
        done: () => t('secondFactor.done'),
      }
    },
    { onDone: () => void queries.invalidateQueries({ queryKey: [admin.page.area] }) },
  )

/** @param onMade called with the new password, which is shown once */
export const useResetPassword = (onMade: (made: MadePassword) => void) =>
  useAct(
    admin.resetPassword,
    ({ name }: AdminRow) => {
      const { t } = wordsOf(adminWords)
      return {
        title: t('reset.title', { name }),
        text: t('reset.text'),
        action: t('action.resetPassword'),
        isDanger: true,
      }
    },
    { onDone: onMade },
  )
