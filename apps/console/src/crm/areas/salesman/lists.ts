import { pathOfPage } from '@kabao/contract/app/menu'
import { salesman } from '@kabao/contract/crm/salesman'
import { salesmanMachine } from '@kabao/contract/crm/salesman-machine'

/** The list of salesmen, for the parts of the kit that all lists with states share. */
export const salesmen = { calls: salesman, machine: salesmanMachine }

/** The page of the leads of a salesman. */
export const leadsOf = (salesmanId: string): string => `${pathOfPage('CrmClue')}?salesmanId=${salesmanId}`

/** The parameters of the address that belong to the open details alone; `tab` is the page's own. */
export const ofDetails: readonly string[] = ['figure']
