<?php
// Signs a request with PHP's own library (PHP 7.4 or newer).

/** The query's pairs, decoded, encoded by RFC 3986 and sorted by name, then by value. */
function query_of(string $query): string
{
    $pairs = [];
    foreach (explode('&', $query) as $piece) {
        if ($piece === '') continue;
        [$name, $value] = array_pad(explode('=', $piece, 2), 2, '');
        $pairs[] = [rawurlencode(urldecode($name)), rawurlencode(urldecode($value))];
    }
    usort($pairs, fn ($a, $b) => strcmp($a[0], $b[0]) ?: strcmp($a[1], $b[1]));
    return implode('&', array_map(fn ($pair) => "$pair[0]=$pair[1]", $pairs));
}

/** The value of x-signature. $target is path and query as sent; $body is the bytes that are sent. */
function sign(string $secret, string $method, string $target, string $timestamp, string $nonce, string $body = ''): string
{
    [$path, $query] = array_pad(explode('?', $target, 2), 2, '');
    $text = implode("\n", [$method, $path, query_of($query), $timestamp, $nonce, hash('sha256', $body)]);
    return 'v1=' . hash_hmac('sha256', $text, $secret);
}

// Started as a program: secret, method, target, timestamp, nonce; the body comes from standard input.
if (PHP_SAPI === 'cli' && realpath($argv[0]) === __FILE__) {
    echo sign($argv[1], $argv[2], $argv[3], $argv[4], $argv[5], stream_get_contents(STDIN)), "\n";
}
