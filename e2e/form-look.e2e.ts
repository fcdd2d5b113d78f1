import { visit } from './frame.ts'
import { enter, expect, type Locator, test } from './product.ts'

/* The look of forms, measured in a real layout: once it has come to rest, since a form slides in and loads its parts. */

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox()
  if (!box) throw new Error('The part is not shown')
  return box
}

test('the look of forms: labels, help, buttons at the edge, a whole list of choices, today in the calendar', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  const form = page.getByRole('dialog').locator('form')
  const openForm = async (button: string) => {
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect(form).toBeVisible()
  }
  const close = async () => {
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)
  }

  // A label is 8 px from its input, and the help is below the input.
  await enter(page, '/admin/list')
  await openForm('添加管理员')
  const measure = async () => {
    const input = await boxOf(form.locator('input[name=username]'))
    const label = await boxOf(form.locator('label', { hasText: '用户名' }))
    const help = await boxOf(form.getByText('登录时使用，保存后不能修改'))
    return {
      gap: Math.round(input.y - (label.y + label.height)),
      isHelpBelow: help.y >= input.y + input.height,
    }
  }
  await expect.poll(measure).toEqual({ gap: 8, isHelpBelow: true })
  await close()

  // The buttons of a long form stay visible, at a distance from the edge.
  await visit(page, '/admin/role-list')
  await openForm('添加角色')
  const distance = async () => {
    const dialog = await boxOf(page.getByRole('dialog'))
    const save = await boxOf(form.getByRole('button', { name: '保存' }))
    return dialog.y + dialog.height - (save.y + save.height)
  }
  await expect.poll(distance).toBeGreaterThanOrEqual(16)
  await close()

  // A list of seven choices is shown completely.
  await visit(page, '/user/list')
  await page.getByRole('button', { name: '更多条件' }).click()
  await page.getByRole('combobox', { name: '状态' }).click()
  const choices = page.locator('[role=listbox]:visible [role=option]')
  await expect(choices).toHaveCount(7)
  await expect(choices.last()).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')

  // The calendar marks today.
  await visit(page, '/user/black-list')
  await openForm('添加黑名单')
  await form.getByLabel('有效期至').click()
  await expect(page.locator('[aria-current=date]')).toHaveText(
    String(new Date(Date.now() + 8 * 3600e3).getUTCDate()),
  )
})
