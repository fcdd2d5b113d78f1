import { createHmac } from 'node:crypto'

/**
 * The sandbox's number of a payment. It follows from the order, so the sandbox recognises a payment that it made before it was
 * restarted, and the demo can fill the database with payments that can be refunded.
 * @param nth 1 for the first payment of the order
 */
export const sandboxTradeNo = (key: string, orderNo: string, amountFen: number, nth = 1): string =>
  `SB${createHmac('sha256', key).update(`${orderNo} ${amountFen} ${nth}`).digest('hex').slice(0, 26)}`
