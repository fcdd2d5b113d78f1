import { collection } from '@kabao/contract/collection'
import { collectionMachine } from '@kabao/contract/collection-machine'

/** The list of collection channels, for the parts of the kit that all lists with states share. */
export const collections = { calls: collection, machine: collectionMachine }
