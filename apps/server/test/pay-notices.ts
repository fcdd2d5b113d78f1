import { orderNotices } from '#payment/notice-kind'
import type { Paying } from '#payment/payment-context'
import {
  type DeliveryLimits,
  type DeliveryWorker,
  standardDeliveryLimits,
  startDeliveries,
} from '#platform/deliveries/worker'
import { businessDay } from '#platform/settings/business-clock'

/** Sends the notices of orders, as an instance of the service does beside its payments. */
export const startNotices = (
  { db, outgoing, settings, vault, log }: Paying,
  limits: Partial<DeliveryLimits> = {},
): DeliveryWorker =>
  startDeliveries({ db, outgoing, log, day: () => businessDay(settings) }, [orderNotices(vault)], {
    ...standardDeliveryLimits,
    ...limits,
  })
