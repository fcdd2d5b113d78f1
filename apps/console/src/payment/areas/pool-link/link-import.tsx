import { poolLinkImport } from '@kabao/contract/payment/pool-link-import'
import { poolLinkImportWords } from '@kabao/contract/payment/pool-link-import.words'
import { ImportButton } from '#kit/import/import-button.tsx'
import type { ImportInto } from '#kit/import/into.ts'

const intoPool: ImportInto = {
  use: poolLinkImport,
  words: poolLinkImportWords,
  named: { url: null, product: null },
}

/** Opens the import of links from a file. */
export const LinkImport = () => <ImportButton into={intoPool} />
