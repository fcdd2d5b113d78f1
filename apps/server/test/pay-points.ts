import { call, commit, type Place, statement } from './places.ts'

/** A moment of an act on an order at which its process is killed. */
export interface PayPoint {
  name: string
  /** What is done: an order is made, paid by a callback, refunded, looked after, closed, or its channel is told. */
  act: 'order' | 'callback' | 'refund' | 'query' | 'close' | 'notice'
  at: Place
}

const inserts = /insert into payment_order/
const routes = /update payment_order o set collection_id/
const pays = /insert into payment_ref/
const ends = /update payment_refund set status = \$1/
const closes = /has_stock = false, ended_at/
const tells = /update payment_notice n set status/

export const payPoints: readonly PayPoint[] = [
  { name: 'the order is not committed', act: 'order', at: commit('before', inserts) },
  { name: 'the order is committed', act: 'order', at: commit('after', inserts) },
  { name: 'its collection channel is not committed', act: 'order', at: commit('before', routes) },
  { name: 'its collection channel is committed', act: 'order', at: commit('after', routes) },
  {
    name: 'the call to create it is noted',
    act: 'order',
    at: statement('after', /insert into payment_attempt[\s\S]*"create"/),
  },
  { name: 'the provider does not get the order', act: 'order', at: call('create', 'before') },
  { name: 'the provider has the order', act: 'order', at: call('create', 'after') },
  { name: 'half of the answer of the provider arrived', act: 'order', at: call('create', 'middle') },
  { name: 'how to pay is not stored', act: 'order', at: statement('before', /set pay = /) },
  { name: 'how to pay is stored', act: 'order', at: statement('after', /set pay = /) },
  { name: 'the payment is noted', act: 'callback', at: statement('after', pays) },
  { name: 'the payment is booked', act: 'callback', at: statement('after', /book_transfer[\s\S]*"payment"/) },
  { name: 'the payment is not committed', act: 'callback', at: commit('before', pays) },
  { name: 'the payment is committed', act: 'callback', at: commit('after', pays) },
  {
    name: 'the call to refund is noted',
    act: 'refund',
    at: statement('after', /set status = 'pending', calls/),
  },
  { name: 'the provider does not get the refund', act: 'refund', at: call('refund', 'before') },
  { name: 'the provider has refunded', act: 'refund', at: call('refund', 'after') },
  {
    name: 'the refund is booked',
    act: 'refund',
    at: statement('after', /book_transfer[\s\S]*"paymentRefund"/),
  },
  { name: 'the refund is not committed', act: 'refund', at: commit('before', ends) },
  { name: 'the refund is committed', act: 'refund', at: commit('after', ends) },
  { name: 'the provider does not get the question', act: 'query', at: call('query', 'before') },
  { name: 'the provider has answered the question', act: 'query', at: call('query', 'after') },
  { name: 'the payment that was found is not committed', act: 'query', at: commit('before', pays) },
  { name: 'the payment that was found is committed', act: 'query', at: commit('after', pays) },
  { name: 'the provider has closed the order', act: 'close', at: call('close', 'after') },
  { name: 'the end of the order is not committed', act: 'close', at: commit('before', closes) },
  { name: 'the end of the order is committed', act: 'close', at: commit('after', closes) },
  { name: 'the channel does not get the notice', act: 'notice', at: call('told', 'before') },
  { name: 'the channel has the notice', act: 'notice', at: call('told', 'after') },
  { name: 'the notice is not committed', act: 'notice', at: commit('before', tells) },
  { name: 'the notice is committed', act: 'notice', at: commit('after', tells) },
]
