import type { GuideBlock, GuideInline, GuideSection } from '@kabao/contract/partners/api-key'
import { CopyButton } from '#kit/copy-button.tsx'
import classes from './guide.module.css'

/** An integration guide, with a list of its main sections. */
export function GuideView({ guide, contents }: { guide: GuideSection; contents: string }) {
  const sections = guide.sections ?? []
  return (
    <article className={classes.guide}>
      <h2 className={classes.title}>
        <Pieces of={guide.title} />
      </h2>
      {guide.blocks.map(blockIn)}
      <nav aria-label={contents} className={classes.contents}>
        <ol>
          {sections.map((section, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the sections of a guide have no ids and never move
            <li key={index}>
              <a href={`#guide-${index + 1}`}>
                <Pieces of={section.title} />
              </a>
            </li>
          ))}
        </ol>
      </nav>
      {sections.map((section, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the sections of a guide have no ids and never move
        <Part key={index} section={section} level={3} anchor={`guide-${index + 1}`} />
      ))}
    </article>
  )
}

/** A section and those below it. */
function Part({ section, level, anchor }: { section: GuideSection; level: number; anchor?: string }) {
  const Heading = `h${Math.min(level, 6)}` as 'h3'
  return (
    <section>
      <Heading id={anchor} className={classes.heading}>
        <Pieces of={section.title} />
      </Heading>
      {section.blocks.map(blockIn)}
      {section.sections?.map((below, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the sections of a guide have no ids and never move
        <Part key={index} section={below} level={level + 1} />
      ))}
    </section>
  )
}

function blockIn(block: GuideBlock, at: number) {
  if (block.kind === 'text')
    return (
      <p key={at}>
        <Pieces of={block.text} />
      </p>
    )
  if (block.kind === 'code')
    return (
      <div key={at} className={classes.code}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard */}
        <pre tabIndex={0}>
          <code>{block.text}</code>
        </pre>
        <span className={classes.copy}>
          <CopyButton text={block.text} name={block.language} />
        </span>
      </div>
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard
    <div key={at} className={classes.wide} tabIndex={0}>
      <table>
        <thead>
          <tr>{block.head.map((cell, column) => cellIn(cell, column, 'th'))}</tr>
        </thead>
        <tbody>
          {block.rows.map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the sections of a guide have no ids and never move
            <tr key={line}>{row.map((cell, column) => cellIn(cell, column, 'td'))}</tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const cellIn = (cell: GuideInline, column: number, Cell: 'th' | 'td') => (
  <Cell key={column} scope={Cell === 'th' ? 'col' : undefined}>
    <Pieces of={cell} />
  </Cell>
)

/** A text in pieces: plain text, and code. */
const Pieces = ({ of }: { of: GuideInline }) =>
  of.map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the sections of a guide have no ids and never move
    <Piece key={index} of={piece} />
  ))

const Piece = ({ of }: { of: GuideInline[number] }) => (typeof of === 'string' ? of : <code>{of.code}</code>)
