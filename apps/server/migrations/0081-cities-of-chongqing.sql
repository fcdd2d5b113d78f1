-- The group of Chongqing's counties, 500200, is no city of its own any more: whoever wants it wants the city, 500100. Rows of people keep
-- their codes, and the statistics have the codes of the people, so nothing else was derived.

update org set city_codes = array(select distinct case city when '500200' then '500100' else city end from unnest(city_codes) city order by 1)
  where city_codes @> '{500200}';
update plan set city_codes = array(select distinct case city when '500200' then '500100' else city end from unnest(city_codes) city order by 1)
  where city_codes @> '{500200}';
update salesman set city_codes = array(select distinct case city when '500200' then '500100' else city end from unnest(city_codes) city order by 1)
  where city_codes @> '{500200}';
