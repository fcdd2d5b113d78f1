import type { ProductRow } from '@kabao/contract/product'
import { productWords } from '@kabao/contract/product.words'
import { lazy, Suspense } from 'react'
import { Button, Can, IconPlus, Page, useEntryDialog, useWords } from '#kit'
import { ImportButton } from '#kit/import/import-button.tsx'
import { ProductTable } from './list.tsx'
import type { ProductList } from './lists.ts'

const EntryDialog = lazy(() => import('./entry-dialog.tsx'))

/** One of the two lists of products. */
export function ProductPage({ of }: { of: ProductList }) {
  const { t } = useWords(productWords)
  const dialog = useEntryDialog<Pick<ProductRow, 'id'>>()

  return (
    <Page
      breadcrumb={['menu.product', of.title]}
      title={t(`title.${of.name}`)}
      actions={
        <>
          <ImportButton into={of.into} />
          <Can use={of.calls.create}>
            <Button leftSection={<IconPlus size={14} aria-hidden />} onClick={dialog.add}>
              {t(`add.${of.name}`)}
            </Button>
          </Can>
        </>
      }
    >
      <ProductTable of={of} onEdit={dialog.edit} onCopy={dialog.copy} />
      <Suspense>
        {dialog.opened && <EntryDialog of={of} {...dialog.opened} onClose={dialog.close} />}
      </Suspense>
    </Page>
  )
}
