import {
  missedNoticeStatuses,
  type OrderState,
  order,
  orderStates,
  refundStatuses,
} from '@kabao/contract/payment/payment-order'
import { paymentOrderWords } from '@kabao/contract/payment/payment-order.words'
import { userWords } from '@kabao/contract/users/user.words'
import { memo, useMemo } from 'react'
import {
  ChoiceFilter,
  DateRangeField,
  FilterBar,
  type ListFilters,
  SelectField,
  StatusTabs,
  TextFilter,
  useOptions,
  useWords,
} from '#kit'

/** The states without numbers, because orders are too many to be counted at each look. */
export const OrderTabs = memo(function OrderTabs({ filters }: { filters: ListFilters<typeof order.page> }) {
  const { t } = useWords(paymentOrderWords)
  const tabs = useMemo(
    () => [
      { value: 'all' as const, label: t('all') },
      ...orderStates.map((value) => ({ value, label: t(`status.${value}`) })),
    ],
    [t],
  )
  const { status = 'all' } = filters.applied as { status?: OrderState }
  return (
    <StatusTabs
      label={t('states')}
      tabs={tabs}
      value={status}
      onChange={(value) => filters.set({ status: value === 'all' ? undefined : value })}
    />
  )
})

export const OrderFilters = memo(function OrderFilters({
  filters,
}: {
  filters: ListFilters<typeof order.page>
}) {
  const { t } = useWords(paymentOrderWords)
  const users = useWords(userWords)
  const options = useOptions(t, {
    refundStatus: refundStatuses,
    noticeStatus: missedNoticeStatuses,
  })
  const whole = t('hint.id')
  return (
    <FilterBar
      filters={filters}
      more={
        <>
          <SelectField
            label={t('field.refundStatus')}
            options={options.refundStatus}
            {...filters.filter('refundStatus')}
          />
          <SelectField
            label={t('field.noticeStatus')}
            options={options.noticeStatus}
            {...filters.filter('noticeStatus')}
          />
          <TextFilter label={t('field.channelNo')} placeholder={whole} {...filters.filter('channelNo')} />
          <TextFilter label={t('field.tradeNo')} placeholder={whole} {...filters.filter('tradeNo')} />
          <TextFilter label={t('field.productId')} placeholder={whole} {...filters.filter('productId')} />
          <TextFilter
            label={t('field.collectionId')}
            placeholder={whole}
            {...filters.filter('collectionId')}
          />
          <TextFilter label={t('field.userId')} placeholder={whole} {...filters.filter('userId')} />
        </>
      }
    >
      <TextFilter label={t('field.id')} placeholder={whole} {...filters.filter('id')} />
      <TextFilter label={t('field.phone')} placeholder={users.t('hint.phone')} {...filters.filter('phone')} />
      <ChoiceFilter
        label={t('field.channelName')}
        placeholder={users.t('hint.channel')}
        use={order.channels}
        {...filters.filter('channelId')}
      />
      <DateRangeField label={t('field.createdAt')} {...filters.range('createdFrom', 'createdTo')} />
    </FilterBar>
  )
})
