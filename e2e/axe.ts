import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import { expect, type Page } from './product.ts'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** WCAG 2.2 AA with all earlier versions, and the best practices of axe. */
const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  // No rule that runs looks at the style sheets, which axe would parse anew each time.
  preload: { assets: ['media'] },
}

/** Rules that depend on colors, so their result may differ in the other theme, and is the same in the other language. */
const colorRules = ['color-contrast', 'link-in-text-block']

const colorless: RunOptions = {
  ...options,
  rules: Object.fromEntries(colorRules.map((rule) => [rule, { enabled: false }])),
}

/** Kept pages that are hidden. */
const kept = '[data-resting] > *'

/** Collects the violations that axe reports, each once, with an element and all places where it occurs. */
export class Violations {
  readonly #found = new Map<string, Set<string>>()

  /**
   * Checks the current page. Hidden kept pages are left out.
   * @param colors the themes whose colors are checked
   */
  async look(page: Page, where: string, colors: 'both' | 'none' = 'both'): Promise<void> {
    await ready(page)
    await page.evaluate(takeKeptPages, kept)
    await this.#run(page, `${where}, light`, colors === 'none' ? colorless : options)
    if (colors === 'both') {
      await page.evaluate(paint, 'dark')
      await this.#run(page, `${where}, dark`, { runOnly: colorRules, resultTypes: ['violations'] })
      await page.evaluate(paint, 'light')
    }
    await page.evaluate(bringKeptPages)
  }

  /** Checks the whole document with the hidden kept pages, because only together may they contain the same id twice. */
  async lookBehind(page: Page, where: string): Promise<void> {
    await ready(page)
    await expect(page.locator(kept)).not.toHaveCount(0)
    await this.#run(page, `${where} and what is kept`, options)
  }

  async #run(page: Page, where: string, runOptions: RunOptions): Promise<void> {
    const violations = await page.evaluate(async (runOptions) => {
      const { axe } = window as unknown as { axe: { run: (options: unknown) => Promise<AxeResults> } }
      // Menus and option lists that open beside a button are in no landmark, because none exists for them.
      const popup = '[role=menu], [role=listbox]'
      const isPopup = (selector: string) => {
        const element = document.querySelector(selector)
        return !!(element?.closest(popup) ?? element?.querySelector(popup))
      }
      return (await axe.run(runOptions)).violations.map(({ id, nodes }) => ({
        id,
        nodes: nodes.filter(({ target }) => id !== 'region' || !isPopup(String(target[0]))),
      }))
    }, runOptions)
    for (const { id, nodes } of violations)
      for (const { html, failureSummary } of nodes) {
        const what = `${id}: ${reason(failureSummary)}`
        const places = this.#found.get(what) ?? new Set()
        this.#found.set(what, places.add(`${where} ${html.replace(/\s+/g, ' ').slice(0, 140)}`))
      }
  }

  /** One line for each violated rule. */
  get lines(): string[] {
    return [...this.#found].map(([what, places]) => {
      const [first = '', ...others] = places
      return `${what}\n    at ${first}${others.length > 0 ? `\n    and ${others.length} more` : ''}`
    })
  }
}

async function ready(page: Page): Promise<void> {
  // Waits for the end of color transitions, because axe would measure colors between the two themes.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
}

interface Kept {
  kept?: { element: Element; place: Comment }[]
}

/** Axe reads every element, visible or not; ten kept pages make it three times slower. */
function takeKeptPages(selector: string): void {
  const hidden = [...document.querySelectorAll(selector)]
  ;(window as Kept).kept = hidden.map((element) => {
    const place = document.createComment('')
    element.replaceWith(place)
    return { element, place }
  })
}

function bringKeptPages(): void {
  for (const { element, place } of (window as Kept).kept ?? []) place.replaceWith(element)
}

/** Shows the page in a theme as `scheme.ts` of the console does; dialogs and menus stay open. */
function paint(scheme: string): void {
  if (scheme === 'dark') document.body.setAttribute('arco-theme', 'dark')
  else document.body.removeAttribute('arco-theme')
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
}

/** The first reason, without the sentence before it. */
const reason = (summary = '') => (summary.split('\n')[1] ?? '').trim()
