<?php
// Verifies what the service sends, with PHP's own library (PHP 7.4 or newer). It stands beside sign.php.
require_once __DIR__ . '/sign.php';

/** How old a request may be, in seconds. */
const MOST_SECONDS = 300;

function is_right(string $right, string $signature, string $timestamp): bool
{
    if (abs(time() - (int) $timestamp) > MOST_SECONDS) return false;
    foreach (explode(' ', $signature) as $each) {
        if (hash_equals($right, $each)) return true;
    }
    return false;
}

/** A notice or a postback of our own JSON: $signature is x-signature, $target the path and query of your address, $body the bytes as they came. */
function verify_notice(string $secret, string $signature, string $target, string $timestamp, string $nonce, string $body): bool
{
    return is_right(sign($secret, 'POST', $target, $timestamp, $nonce, $body), $signature, $timestamp);
}

/** A webhook: $id, $timestamp and $signature are the headers webhook-id, webhook-timestamp and webhook-signature. */
function verify_webhook(string $secret, string $signature, string $id, string $timestamp, string $body): bool
{
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $right = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    return is_right($right, $signature, $timestamp);
}

// Started as a program: `notice`, secret, signature, target, timestamp, nonce, or `webhook`, secret, signature, id, timestamp; the body comes from standard input.
if (PHP_SAPI === 'cli' && realpath($argv[0]) === __FILE__) {
    $body = stream_get_contents(STDIN);
    $given = array_slice($argv, 2);
    $is_right = $argv[1] === 'webhook' ? verify_webhook(...[...$given, $body]) : verify_notice(...[...$given, $body]);
    echo $is_right ? 'true' : 'false', "\n";
}
