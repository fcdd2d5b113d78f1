import type { PushRow } from '@kabao/contract/push'
import { pushWords } from '@kabao/contract/push.words'
import { userWords } from '@kabao/contract/user.words'
import { useMemo } from 'react'
import { Badge, type Column, formatFen, formatInstant, pushStatusColours, useWords } from '#kit'

export function useColumns(): Column<PushRow>[] {
  const { t, language } = useWords(pushWords)
  const flows = useWords(userWords)
  return useMemo(
    (): Column<PushRow>[] => [
      { key: 'id', title: t('field.id'), width: 128, isSticky: true, copy: true },
      { key: 'phone', title: t('field.phone'), width: 128 },
      { key: 'name', title: t('field.name'), width: 88 },
      { key: 'orgName', title: t('field.org'), width: 160, grows: true },
      { key: 'planName', title: t('field.plan'), width: 140, grows: true },
      { key: 'channelName', title: t('field.channel'), width: 120 },
      { key: 'stage', title: t('field.stage'), width: 84, text: ({ stage }) => t(`stage.${stage}`) },
      {
        key: 'status',
        title: t('field.status'),
        width: 96,
        text: ({ status }) => t(`status.${status}`),
        render: ({ status }) => <Badge color={pushStatusColours[status]}>{t(`status.${status}`)}</Badge>,
      },
      {
        key: 'requestAt',
        title: t('field.requestAt'),
        width: 184,
        text: ({ requestAt }) => formatInstant(requestAt, language),
      },
      { key: 'reason', title: t('field.reason'), width: 160 },
      {
        key: 'priceFen',
        title: t('field.price'),
        width: 96,
        align: 'end',
        text: ({ priceFen }) => formatFen(priceFen, language),
      },
      { key: 'flow', title: t('field.flow'), width: 96, text: ({ flow }) => flows.t(`flow.${flow}`) },
      {
        key: 'costFen',
        title: t('field.cost'),
        width: 96,
        align: 'end',
        isOptional: true,
        text: ({ costFen }) => formatFen(costFen, language),
      },
      { key: 'attempts', title: t('field.attempts'), width: 96, align: 'end', isOptional: true },
      { key: 'cityName', title: t('field.city'), width: 180, isOptional: true },
      {
        key: 'respondedAt',
        title: t('field.respondedAt'),
        width: 184,
        isOptional: true,
        text: ({ respondedAt }) => formatInstant(respondedAt, language),
      },
    ],
    [t, language, flows],
  )
}
