import { expect, type Locator } from './product.ts'

/** Has the dialog of an import check a file, whose columns have our titles. */
export async function importFile(dialog: Locator, name: string, content: string | Buffer): Promise<void> {
  await chooseFile(dialog, name, content)
  await dialog.getByRole('button', { name: '核对文件' }).press('Enter')
}

/** Gives the dialog of an import a file. An import that ended lately is shown until another one begins. */
export async function chooseFile(dialog: Locator, name: string, content: string | Buffer): Promise<void> {
  await readyForFile(dialog)
  const mimeType = name.endsWith('.csv') ? 'text/csv' : 'application/octet-stream'
  await dialog.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: Buffer.from(content) })
}

/** Waits until the dialog takes a file. */
export async function readyForFile(dialog: Locator): Promise<void> {
  const another = dialog.getByRole('button', { name: '导入其他文件' })
  await expect(dialog.getByRole('button', { name: '选择文件' }).or(another).first()).toBeVisible()
  if (await another.isVisible()) await another.click()
  await dialog.locator('input[type=file]').waitFor({ state: 'attached' })
}
