import {
  missedNoticeStatuses,
  order,
  orderStatuses,
  refundStatuses,
} from '@kabao/contract/payment/payment-order'
import { paymentOrderWords } from '@kabao/contract/payment/payment-order.words'
import { userWords } from '@kabao/contract/users/user.words'
import { memo } from 'react'
import {
  ChoiceFilter,
  DateRangeField,
  FilterBar,
  type ListFilters,
  SelectField,
  TextFilter,
  useOptions,
  useWords,
} from '#kit'

export const OrderFilters = memo(function OrderFilters({
  filters,
}: {
  filters: ListFilters<typeof order.page>
}) {
  const { t } = useWords(paymentOrderWords)
  const users = useWords(userWords)
  const options = useOptions(t, {
    status: orderStatuses,
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
      <SelectField label={t('field.status')} options={options.status} {...filters.filter('status')} />
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
