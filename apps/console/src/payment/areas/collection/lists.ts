import { collection } from '@kabao/contract/payment/collection'
import { collectionMachine } from '@kabao/contract/payment/collection-machine'

/** The list of collection channels, for the parts of the kit that all lists with states share. */
export const collections = { calls: collection, machine: collectionMachine }
