import { linkAddress, plainText, richTextTags } from '@kabao/contract/kernel/rich-text'
import { sql } from 'kysely'
import { parseFragment } from 'parse5'
import { describe, expect, test } from 'vitest'
import { startApp } from '#test/harness'
import { cleanRichText } from './clean.ts'
import { textOfRichText } from './text.ts'

const clean = (html: string) => cleanRichText(html, 'detail')

describe('what the editor makes stays as it is', () => {
  test.each([
    '<p>一段<strong>粗</strong>和<em>斜</em></p>',
    '<h2>标题</h2><h3>小标题</h3><p>一<br>二</p>',
    '<ul><li><p>甲</p><ul><li><p>乙</p></li></ul></li></ul><ol><li><p>丙</p></li></ol>',
    '<blockquote><p>引用</p></blockquote>',
    '<p><a href="https://a.example.com/x?a=1&#x26;b=2">链接</a></p>',
    '<p>1 &#x3C; 2 &#x26; 3 > 2</p>',
    '<p>甲</p><p></p><p>乙</p>',
    '',
  ])('%s', (html) => expect(clean(html)).toBe(html))
})

test('each line of a plain text becomes a paragraph', () => {
  expect(clean('第一行\n\n 第二行 a < b & c')).toBe('<p>第一行</p><p>第二行 a &#x3C; b &#x26; c</p>')
})

test('elements of other editors become those of ours', () => {
  expect(clean('<h1>大</h1><div>一<b>二</b><i>三</i></div>尾')).toBe(
    '<h2>大</h2><p>一<strong>二</strong><em>三</em></p><p>尾</p>',
  )
})

const hostile = [
  '<script>alert(1)</script>',
  '<ScRiPt src=//evil.example></ScRiPt>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<p onclick=alert(1)>x</p>',
  '<p/onmouseover="alert(1)">x</p>',
  '<strong style="background:url(javascript:alert(1))">x</strong>',
  '<p style=position:fixed;inset:0 class=x id=y>x</p>',
  '<style>*{background:url(//evil.example)}</style>x',
  '<link rel=stylesheet href=//evil.example>x',
  '<img src=x onerror=alert(1)>',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href=" \u0001javascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="&#106;avascript&colon;alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="blob:https://a.example.com/1">x</a>',
  '<a href="file:///etc/passwd">x</a>',
  '<a href="//evil.example/x">x</a>',
  '<a href="/api/admin/logout">x</a>',
  '<a href="https://a.example.com/" onclick="alert(1)" target="_top" ping="//evil.example">x</a>',
  '<a href="mailto:a@example.com?subject=&quot;&gt;<script>alert(1)</script>">x</a>',
  '<a xlink:href="javascript:alert(1)">x</a>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<svg><p><style><g title="</style><img src=x onerror=alert(1)>">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea><p title="</textarea><img src=x onerror=alert(1)>">',
  '<title><p title="</title><img src=x onerror=alert(1)>"></title>',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
  '<template><script>alert(1)</script></template>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object><embed src=//evil.example>',
  '<form action="javascript:alert(1)"><button>x</button><input autofocus onfocus=alert(1)></form>',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)"><base href=//evil.example>',
  '<video><source onerror=alert(1)></video><audio src=x onerror=alert(1)>',
  '<details open ontoggle=alert(1)><summary>x</summary></details>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!--[if IE]><script>alert(1)</script><![endif]-->',
  '<?xml version="1.0"?><p>x</p>',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<plaintext><script>alert(1)',
  '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>',
  '<p>&amp;lt;img src=x onerror=alert(1)&amp;gt;</p>',
  '<<p>script>alert(1)<</p>/script>',
  '<custom-element onclick=alert(1) is=x>x</custom-element>',
  '<p>x</p\u0000><scr\u0000ipt>alert(1)</scr\u0000ipt>',
]
describe('of a hostile text only allowed elements remain, for a browser too', () => {
  test.each(hostile)('%j', (html) => {
    const cleaned = clean(html)
    const wrong: string[] = []
    for (const stack = [...parseFragment(cleaned).childNodes]; stack.length > 0; ) {
      const node = stack.pop() as (typeof stack)[number]
      if (node.nodeName === '#text') continue
      if (!('attrs' in node) || !richTextTags.some((tag) => tag === node.nodeName)) {
        wrong.push(node.nodeName)
        continue
      }
      for (const { name, value } of node.attrs)
        if (node.nodeName !== 'a' || name !== 'href' || linkAddress(value) !== value)
          wrong.push(`${node.nodeName} ${name}=${value}`)
      stack.push(...node.childNodes)
    }
    expect(wrong).toEqual([])
    expect(clean(cleaned)).toBe(cleaned)
  })
})

describe('a text is bounded', () => {
  const refused = expect.objectContaining({ details: { fields: { detail: 'tooLong' } } })
  const problemOf = (html: string) => {
    try {
      return clean(html).length
    } catch (error) {
      return error
    }
  }
  test.each([
    ['20,001 characters', '字'.repeat(20_001)],
    ['too many tags', '<p>字</p>'.repeat(1_001)],
    ['elements nested too deep', '<em>'.repeat(1_000_000)],
  ])('%s', (_, html) => expect(problemOf(html)).toEqual(refused))

  test('unclosed tags with attributes are read in a short time, or refused', () => {
    const at = performance.now()
    const text = Array.from({ length: 500 }, (_, n) => `<b id=${n}>`).join('') + '<p>x'.repeat(500)
    const result = problemOf(text)
    expect(performance.now() - at).toBeLessThan(10_000)
    expect(typeof result === 'number' || refused.asymmetricMatch(result)).toBe(true)
  })

  test('markup does not count', () => expect(problemOf(`<p>${'字'.repeat(20_000)}</p>`)).toBe(20_007))
})

describe('the text without markup', () => {
  const app = startApp()
  test.each([
    ['<h2>标题</h2><p>一<br>二 <strong>粗</strong></p>', '标题\n一\n二 粗'],
    ['<ul><li><p>1 &#x3C; 2 &#x26;amp; 3 > 2</p></li></ul>', '1 < 2 &amp; 3 > 2'],
    ['', ''],
  ])('of %j is the same in the contract and in SQL', async (html, text) => {
    const { rows } = await sql<{
      text: string
    }>`select ${textOfRichText(sql`${html}::text`)} as text`.execute(app.db)
    expect([plainText(html), rows[0]?.text]).toEqual([text, text])
  })
})
