// Accents do not count: what is written and what is asked pass through one function, before and after the stemmer.
(function () {
  var fold = function (text) {
    return text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").replace(/œ/g, "oe").replace(/æ/g, "ae").toLowerCase();
  };
  var token = function (each) {
    return each.update(function (text) { return fold(text); });
  };
  var run = lunr.Pipeline.prototype.run;
  lunr.Pipeline.prototype.run = function (tokens) {
    return run.call(this, tokens.map(token)).map(token);
  };
  var search = lunr.Index.prototype.search;
  lunr.Index.prototype.search = function (query) {
    return search.call(this, fold(query));
  };
})();
