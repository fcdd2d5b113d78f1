-- A person's name has one form, in which it is stored and searched: composed, without invisible marks, with `·` between its parts, without
-- spaces between Chinese characters, in half-width letters. The same rules as in `typed/person-name.ts` of the contract.

-- A name in this form.
create function plain_name(name text) returns text language sql immutable strict parallel safe as $$
  select btrim(regexp_replace(regexp_replace(regexp_replace(translate(
    regexp_replace(normalize(name, NFC), '[\u00ad\u034f\u061c\u115f\u1160\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0]', '', 'g'),
    '！＂＃＄％＆＇（）＊＋，－．／０１２３４５６７８９：；＜＝＞？＠ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯ'
    || 'ＰＱＲＳＴＵＶＷＸＹＺ［＼］＾＿｀ａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ｛｜｝～',
    '!"#$%&''()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNO'
    || 'PQRSTUVWXYZ[\]^_`abcdefghijklmnopqrstuvwxyz{|}~'),
    '[\s\u3000\u00a0]*[·•‧∙⋅・･][\s\u3000\u00a0]*|(?<=[\u3400-\u9fff\U00020000-\U0003ffff])[\s\u3000\u00a0]*[.。｡][\s\u3000\u00a0]*(?=[\u3400-\u9fff\U00020000-\U0003ffff])', '·', 'g'),
    '(?<=[\u3400-\u9fff\U00020000-\U0003ffff])[\s\u3000\u00a0]+(?=[\u3400-\u9fff\U00020000-\U0003ffff])', '', 'g'),
    '[\s\u3000\u00a0]+', ' ', 'g'))
$$;

update "user" set name = plain_name(name) where name <> plain_name(name) and plain_name(name) <> '';
update lead set name = plain_name(name) where name <> plain_name(name);
