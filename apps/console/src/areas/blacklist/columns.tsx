import type { BlacklistRow } from '@kabao/contract/blacklist'
import { blacklistWords } from '@kabao/contract/blacklist.words'
import { useMemo } from 'react'
import { Badge, type Column, formatInstant, IconEyeOff, UnstyledButton, useWords } from '#kit'

/** @param revealed the one entry whose whole value is shown */
export function useColumns(
  revealed: { id: string; data: { value: string; reason: string; remark: string } } | null,
  onHide: () => void,
): Column<BlacklistRow>[] {
  const { t, language } = useWords(blacklistWords)
  return useMemo((): Column<BlacklistRow>[] => {
    const whole = (row: BlacklistRow) => (row.id === revealed?.id ? revealed.data.value : row.value)
    const text = (name: 'reason' | 'remark') => (row: BlacklistRow) =>
      row.id === revealed?.id ? revealed.data[name] : row[name]
    const isActive = ({ expiresAt }: BlacklistRow) => expiresAt === null || Date.parse(expiresAt) > Date.now()
    return [
      {
        key: 'kind',
        title: t('field.kind'),
        width: 104,
        isSticky: true,
        text: ({ kind }) => t(`kind.${kind}`),
      },
      {
        key: 'value',
        title: t('field.value'),
        width: 220,
        text: whole,
        copy: true,
        render: (row) =>
          row.id === revealed?.id ? (
            <>
              {whole(row)}{' '}
              <UnstyledButton aria-label={t('action.hide')} title={t('action.hide')} onClick={onHide}>
                <IconEyeOff size={14} aria-hidden />
              </UnstyledButton>
            </>
          ) : (
            row.value
          ),
      },
      { key: 'reason', title: t('field.reason'), width: 200, grows: true, text: text('reason') },
      { key: 'source', title: t('field.source'), width: 112, text: ({ source }) => t(`source.${source}`) },
      {
        key: '_state',
        title: t('field.state'),
        width: 104,
        text: (row) => t(isActive(row) ? 'state.active' : 'state.expired'),
        render: (row) => (
          <Badge color={isActive(row) ? 'green' : 'gray'}>
            {t(isActive(row) ? 'state.active' : 'state.expired')}
          </Badge>
        ),
      },
      {
        key: 'expiresAt',
        title: t('field.expiresAt'),
        width: 184,
        text: ({ expiresAt }) => (expiresAt === null ? t('forever') : formatInstant(expiresAt, language)),
      },
      {
        key: 'createdBy',
        title: t('field.createdBy'),
        width: 112,
        text: ({ createdBy }) => createdBy ?? t('system'),
      },
      {
        key: 'createdAt',
        title: t('field.createdAt'),
        width: 184,
        text: ({ createdAt }) => formatInstant(createdAt, language),
      },
      { key: 'remark', title: t('field.remark'), width: 180, text: text('remark') },
    ]
  }, [t, language, revealed, onHide])
}
