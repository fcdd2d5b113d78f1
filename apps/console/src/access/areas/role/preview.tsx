import { type RoleNode, role } from '@kabao/contract/access/role'
import { roleWords } from '@kabao/contract/access/role.words'
import { useEffect, useState } from 'react'
import { useAnswer, useWords } from '#kit'
import classes from './role.module.css'

const pause = 250

/** The menu of a role, as the service would build it from the selected nodes. */
export function Preview({ tree, nodes }: { tree: readonly RoleNode[]; nodes: readonly string[] }) {
  const { t } = useWords(roleWords)
  const asked = usePaused(nodes)
  const { data: menu = [] } = useAnswer(
    role.preview,
    { body: { nodes: [...asked] } },
    { placeholderData: (before) => before },
  )
  const titles = new Map(
    tree.flatMap((section) => [section, ...section.children]).map(({ name, title }) => [name, title]),
  )

  return (
    <section className={classes.preview} aria-label={t('preview.title')}>
      <h3 className={classes.heading}>{t('preview.title')}</h3>
      {menu.length === 0 ? (
        <p className={classes.empty}>{t('preview.empty')}</p>
      ) : (
        <ul className={classes.menu}>
          {menu.map((section) => (
            <li key={section.name}>
              <span className={classes.section}>{titles.get(section.name)}</span>
              <ul>
                {section.children.map((page) => (
                  <li key={page.name} className={classes.page}>
                    <span>{titles.get(page.name)}</span>
                    {page.children.length > 0 && (
                      <span className={classes.points}>
                        {t('preview.points', { count: page.children.length })}
                      </span>
                    )}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** A value, debounced. */
function usePaused<T>(value: T): T {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pause)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}
