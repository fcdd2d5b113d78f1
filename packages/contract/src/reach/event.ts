export * from '../partners/delivery-event.ts'
